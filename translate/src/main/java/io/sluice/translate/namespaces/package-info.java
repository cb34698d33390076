/** Extending a namespace: names of twins, which clusters get one, and how far it got (§5). */
@NullMarked
package io.sluice.translate.namespaces;

import org.jspecify.annotations.NullMarked;
