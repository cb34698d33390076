@NullMarked
package io.sluice.testbed.audit;

import org.jspecify.annotations.NullMarked;
