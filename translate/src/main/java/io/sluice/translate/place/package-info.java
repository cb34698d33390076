/** Where pods may run: the effect of a strategy on a pod (§5.5), and selectors of nodes. */
@NullMarked
package io.sluice.translate.place;

import org.jspecify.annotations.NullMarked;
