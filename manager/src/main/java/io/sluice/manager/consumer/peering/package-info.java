/**
 * The consumer's side of a peering: its key, what it sends to providers, the credentials that come
 * back, their renewal, what is replicated over the border, and what is known of each peer (peering
 * §1.3, §1.5, §1.6, §8.4).
 */
@NullMarked
package io.sluice.manager.consumer.peering;

import org.jspecify.annotations.NullMarked;
