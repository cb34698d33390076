@NullMarked
package io.sluice.translate.pod.ending;

import org.jspecify.annotations.NullMarked;
