@NullMarked
package io.sluice.kubelet;

import org.jspecify.annotations.NullMarked;
