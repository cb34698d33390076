/** Who asks on the kubelet's port, and whether they may: what a real kubelet does (T-37). */
@NullMarked
package io.sluice.kubelet.serve.access;

import org.jspecify.annotations.NullMarked;
