@NullMarked
package io.sluice.testbed.junit;

import org.jspecify.annotations.NullMarked;
