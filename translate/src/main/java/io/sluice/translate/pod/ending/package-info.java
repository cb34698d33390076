/** How a remote pod's life ends: finished or taken away, and what follows (D-1, D-2, T-1). */
@NullMarked
package io.sluice.translate.pod.ending;

import org.jspecify.annotations.NullMarked;
