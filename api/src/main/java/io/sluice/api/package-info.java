@NullMarked
package io.sluice.api;

import org.jspecify.annotations.NullMarked;
