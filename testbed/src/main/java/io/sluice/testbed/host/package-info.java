/** What the bed asks of the machine: processes, ports, folders. */
@NullMarked
package io.sluice.testbed.host;

import org.jspecify.annotations.NullMarked;
