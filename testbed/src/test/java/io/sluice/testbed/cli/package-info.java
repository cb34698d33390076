@NullMarked
package io.sluice.testbed.cli;

import org.jspecify.annotations.NullMarked;
