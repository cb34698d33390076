/** The provider's side of one pod: what is enforced for a ShadowPod (§4.1, D-1…D-4, D-10). */
@NullMarked
package io.sluice.translate.pod.enforce;

import org.jspecify.annotations.NullMarked;
