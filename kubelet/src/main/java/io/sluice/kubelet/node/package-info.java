/** The Node object of the virtual node: its lease, its conditions, the provider's pulse. */
@NullMarked
package io.sluice.kubelet.node;

import org.jspecify.annotations.NullMarked;
