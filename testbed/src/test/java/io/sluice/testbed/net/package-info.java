@NullMarked
package io.sluice.testbed.net;

import org.jspecify.annotations.NullMarked;
