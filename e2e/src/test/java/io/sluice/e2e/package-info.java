/** What runs on the test bed. */
@NullMarked
package io.sluice.e2e;

import org.jspecify.annotations.NullMarked;
