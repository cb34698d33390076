@NullMarked
package io.sluice.crds;

import org.jspecify.annotations.NullMarked;
