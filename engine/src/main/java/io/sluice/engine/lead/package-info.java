/** Who may write: leases that tell the living from the dead without trusting clocks (T-41). */
@NullMarked
package io.sluice.engine.lead;

import org.jspecify.annotations.NullMarked;
