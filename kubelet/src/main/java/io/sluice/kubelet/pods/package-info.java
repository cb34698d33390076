/** Pods bound to the virtual node and what runs for them in the provider. */
@NullMarked
package io.sluice.kubelet.pods;

import org.jspecify.annotations.NullMarked;
