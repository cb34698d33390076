/** Kinds of {@code offloading.liqo.io/v1beta1}: what an offloaded pod is made of (§1.1–§1.7). */
@NullMarked
package io.sluice.api.offloading;

import org.jspecify.annotations.NullMarked;
