/** How the types of the border travel: lenient when read, silent about what is absent. */
@NullMarked
package io.sluice.api.wire;

import org.jspecify.annotations.NullMarked;
