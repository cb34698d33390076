/** Records what Kubernetes really does to pods, as fixtures for the rules that judge it (D-1). */
@NullMarked
package io.sluice.testbed.record;

import org.jspecify.annotations.NullMarked;
