@NullMarked
package io.sluice.translate.compare;

import org.jspecify.annotations.NullMarked;
