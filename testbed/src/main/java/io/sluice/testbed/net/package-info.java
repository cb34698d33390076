/** Links between clusters, to be cut and healed. */
@NullMarked
package io.sluice.testbed.net;

import org.jspecify.annotations.NullMarked;
