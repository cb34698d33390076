/** What commands have in common: how they reach clusters, tell progress, print data and fail. */
@NullMarked
package io.sluice.cli.shell;

import org.jspecify.annotations.NullMarked;
