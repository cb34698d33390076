/** Why a pod is where it is: its way over the clusters, link by link. */
@NullMarked
package io.sluice.cli.explain;

import org.jspecify.annotations.NullMarked;
