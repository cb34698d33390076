/** Faults injected into a running peering; what must hold is judged from the API servers' logs. */
@NullMarked
package io.sluice.faults;

import org.jspecify.annotations.NullMarked;
