@NullMarked
package io.sluice.testbed.pki;

import org.jspecify.annotations.NullMarked;
