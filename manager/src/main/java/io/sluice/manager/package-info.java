@NullMarked
package io.sluice.manager;

import org.jspecify.annotations.NullMarked;
