/** The time of day. */
@NullMarked
package io.sluice.engine.time;

import org.jspecify.annotations.NullMarked;
