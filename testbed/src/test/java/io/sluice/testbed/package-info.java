@NullMarked
package io.sluice.testbed;

import org.jspecify.annotations.NullMarked;
