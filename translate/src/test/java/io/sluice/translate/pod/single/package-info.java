@NullMarked
package io.sluice.translate.pod.single;

import org.jspecify.annotations.NullMarked;
