/** What offloading reads of {@code networking.liqo.io/v1beta1} (§1.9). */
@NullMarked
package io.sluice.api.networking;

import org.jspecify.annotations.NullMarked;
