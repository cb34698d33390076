/**
 * What happens to pods of extended namespaces at creation (§5.5), said in the API server's own
 * language so that no process of ours stands in the way of anybody's pod.
 */
@NullMarked
package io.sluice.manager.consumer.admission;

import org.jspecify.annotations.NullMarked;
