@NullMarked
package io.sluice.testbed.image;

import org.jspecify.annotations.NullMarked;
