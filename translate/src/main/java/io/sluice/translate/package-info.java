@NullMarked
package io.sluice.translate;

import org.jspecify.annotations.NullMarked;
