@NullMarked
package io.sluice.translate.pod.fence;

import org.jspecify.annotations.NullMarked;
