@NullMarked
package io.sluice.translate.share;

import org.jspecify.annotations.NullMarked;
