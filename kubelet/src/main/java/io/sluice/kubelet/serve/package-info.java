/**
 * The HTTPS port of the virtual node (§2.9): {@code kubectl logs}, exec, attach, port-forward and
 * what monitoring reads, answered for pods that run elsewhere.
 */
@NullMarked
package io.sluice.kubelet.serve;

import org.jspecify.annotations.NullMarked;
