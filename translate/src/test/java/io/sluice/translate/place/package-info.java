@NullMarked
package io.sluice.translate.place;

import org.jspecify.annotations.NullMarked;
