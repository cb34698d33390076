@NullMarked
package io.sluice.testbed.build;

import org.jspecify.annotations.NullMarked;
