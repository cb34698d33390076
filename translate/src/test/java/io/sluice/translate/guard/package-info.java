@NullMarked
package io.sluice.translate.guard;

import org.jspecify.annotations.NullMarked;
