/** Walks an installation and its peerings, names what is broken and how to mend it. */
@NullMarked
package io.sluice.cli.doctor;

import org.jspecify.annotations.NullMarked;
