@NullMarked
package io.sluice.testbed.node;

import org.jspecify.annotations.NullMarked;
