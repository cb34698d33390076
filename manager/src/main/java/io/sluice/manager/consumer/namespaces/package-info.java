/** Extending namespaces to providers (§5.1 to §5.3, D-18). */
@NullMarked
package io.sluice.manager.consumer.namespaces;

import org.jspecify.annotations.NullMarked;
