@NullMarked
package io.sluice.translate.reflect;

import org.jspecify.annotations.NullMarked;
