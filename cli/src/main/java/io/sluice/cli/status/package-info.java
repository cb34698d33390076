/** What is, at a glance: peers, virtual nodes, slices, extended namespaces. */
@NullMarked
package io.sluice.cli.status;

import org.jspecify.annotations.NullMarked;
