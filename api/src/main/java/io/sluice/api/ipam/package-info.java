/** What offloading reads of {@code ipam.liqo.io/v1alpha1} (§1.9). */
@NullMarked
package io.sluice.api.ipam;

import org.jspecify.annotations.NullMarked;
