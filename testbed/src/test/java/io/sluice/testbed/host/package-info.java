@NullMarked
package io.sluice.testbed.host;

import org.jspecify.annotations.NullMarked;
