/** Telling whether an object is as it should be, by the keys that we own only. */
@NullMarked
package io.sluice.translate.compare;

import org.jspecify.annotations.NullMarked;
