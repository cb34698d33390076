@NullMarked
package io.sluice.translate.pod;

import org.jspecify.annotations.NullMarked;
