/** The control plane of one cluster and the small client that watches it come up. */
@NullMarked
package io.sluice.testbed.plane;

import org.jspecify.annotations.NullMarked;
