/** The request budget as a gate. */
@NullMarked
package io.sluice.bench.offload;

import org.jspecify.annotations.NullMarked;
