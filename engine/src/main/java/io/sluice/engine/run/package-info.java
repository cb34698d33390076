/** How long-running roles start, lead and stop. */
@NullMarked
package io.sluice.engine.run;

import org.jspecify.annotations.NullMarked;
