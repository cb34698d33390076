/** A real node: namespaces, containerd, kubelet, kube-proxy, and its complete removal. */
@NullMarked
package io.sluice.testbed.node;

import org.jspecify.annotations.NullMarked;
