/** Reads audit logs: the judge of every request budget. */
@NullMarked
package io.sluice.testbed.audit;

import org.jspecify.annotations.NullMarked;
