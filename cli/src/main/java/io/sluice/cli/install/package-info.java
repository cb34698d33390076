/** What an installation consists of, as typed objects: the one source of everything rendered. */
@NullMarked
package io.sluice.cli.install;

import org.jspecify.annotations.NullMarked;
