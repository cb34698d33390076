/** Finds or builds the programs of a cluster. */
@NullMarked
package io.sluice.testbed.build;

import org.jspecify.annotations.NullMarked;
