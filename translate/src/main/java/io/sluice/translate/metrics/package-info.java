/**
 * What kubelets measure: which of it a tenant may see, and under which names it is shown at home
 * (§2.9, T-38).
 */
@NullMarked
package io.sluice.translate.metrics;

import org.jspecify.annotations.NullMarked;
