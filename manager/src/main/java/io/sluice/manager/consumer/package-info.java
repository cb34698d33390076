/** The side that borrows: peers, virtual nodes, extended namespaces. */
@NullMarked
package io.sluice.manager.consumer;

import org.jspecify.annotations.NullMarked;
