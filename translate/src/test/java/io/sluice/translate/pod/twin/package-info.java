@NullMarked
package io.sluice.translate.pod.twin;

import org.jspecify.annotations.NullMarked;
