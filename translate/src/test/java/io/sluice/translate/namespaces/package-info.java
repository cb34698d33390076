@NullMarked
package io.sluice.translate.namespaces;

import org.jspecify.annotations.NullMarked;
