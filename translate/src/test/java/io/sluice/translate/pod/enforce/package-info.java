@NullMarked
package io.sluice.translate.pod.enforce;

import org.jspecify.annotations.NullMarked;
