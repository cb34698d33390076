@NullMarked
package io.sluice.translate.node;

import org.jspecify.annotations.NullMarked;
