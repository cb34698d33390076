/** The consumer's side of one pod: what the kubelet of a virtual node does next (§3.5.1). */
@NullMarked
package io.sluice.translate.pod.home;

import org.jspecify.annotations.NullMarked;
