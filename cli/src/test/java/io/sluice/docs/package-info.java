/** The documentation is held to the code: links, commands, reasons and reference pages. */
@NullMarked
package io.sluice.docs;

import org.jspecify.annotations.NullMarked;
