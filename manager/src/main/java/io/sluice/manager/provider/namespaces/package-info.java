/** Twin namespaces of consumers, as their NamespaceMaps want them (§5.4). */
@NullMarked
package io.sluice.manager.provider.namespaces;

import org.jspecify.annotations.NullMarked;
