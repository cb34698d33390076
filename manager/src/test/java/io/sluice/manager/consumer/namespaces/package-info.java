@NullMarked
package io.sluice.manager.consumer.namespaces;

import org.jspecify.annotations.NullMarked;
