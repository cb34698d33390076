/** What every destructive or repeated write goes through, once for all resources. */
@NullMarked
package io.sluice.engine.guard;

import org.jspecify.annotations.NullMarked;
