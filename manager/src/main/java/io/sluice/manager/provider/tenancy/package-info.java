/**
 * The provider's side of a peering: who is a tenant, what its certificates say and how long they
 * live, what it may do, and which slices of it count (peering §1.3, §2, §8; SL-2, SL-4, §4.4).
 */
@NullMarked
package io.sluice.manager.provider.tenancy;

import org.jspecify.annotations.NullMarked;
