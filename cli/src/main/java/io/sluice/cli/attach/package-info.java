/** Clusters that lend without Sluice: what is made at home for them and taken back. */
@NullMarked
package io.sluice.cli.attach;

import org.jspecify.annotations.NullMarked;
