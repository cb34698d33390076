/** What somebody who helps needs to see, and nothing that is secret. */
@NullMarked
package io.sluice.cli.support;

import org.jspecify.annotations.NullMarked;
