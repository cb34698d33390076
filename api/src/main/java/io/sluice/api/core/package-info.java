/** Kinds of {@code core.liqo.io/v1beta1}: what is known about a peer (§1.9). */
@NullMarked
package io.sluice.api.core;

import org.jspecify.annotations.NullMarked;
