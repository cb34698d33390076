@NullMarked
package io.sluice.engine;

import org.jspecify.annotations.NullMarked;
