@NullMarked
package io.sluice.translate.pod.home;

import org.jspecify.annotations.NullMarked;
