/** The extended namespaces: which local namespace has which twin, and what is followed there. */
@NullMarked
package io.sluice.kubelet.border;

import org.jspecify.annotations.NullMarked;
