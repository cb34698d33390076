/**
 * The aggregated API {@code metrics.liqo.io} (§2.9, D-17): each consumer reads what this cluster's
 * kubelets measure of its own pods.
 */
@NullMarked
package io.sluice.manager.provider.metrics;

import org.jspecify.annotations.NullMarked;
