/** The way out: local pod to ShadowPod (§3.5.2, §3.5.3, D-7, D-8, §10). */
@NullMarked
package io.sluice.translate.pod.twin;

import org.jspecify.annotations.NullMarked;
