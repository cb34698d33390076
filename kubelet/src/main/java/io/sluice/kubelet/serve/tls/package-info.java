/** The certificate that the node's port shows (§2.7, T-24). */
@NullMarked
package io.sluice.kubelet.serve.tls;

import org.jspecify.annotations.NullMarked;
