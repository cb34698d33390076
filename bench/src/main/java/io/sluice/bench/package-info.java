/** Measurements: behind the decision records, and against vanilla Kubernetes. */
@NullMarked
package io.sluice.bench;

import org.jspecify.annotations.NullMarked;
