@NullMarked
package io.sluice.translate.pod.status;

import org.jspecify.annotations.NullMarked;
