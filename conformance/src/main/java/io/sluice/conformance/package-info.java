/**
 * Kubernetes' own end-to-end suite on a virtual node, and on the node behind it as the base line.
 */
@NullMarked
package io.sluice.conformance;

import org.jspecify.annotations.NullMarked;
