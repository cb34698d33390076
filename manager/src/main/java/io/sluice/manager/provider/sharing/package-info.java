/** Lends what is free: writes the promise of every consumer into its ResourceSlices (D-15). */
@NullMarked
package io.sluice.manager.provider.sharing;

import org.jspecify.annotations.NullMarked;
