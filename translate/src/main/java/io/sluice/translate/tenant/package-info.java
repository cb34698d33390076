/**
 * What the provider thinks of its tenants: who may be one, what their certificates may say, what
 * they may do, and which policy holds for whom (peering §1.3, §2, §8; D-16, D-22, T-25).
 */
@NullMarked
package io.sluice.translate.tenant;

import org.jspecify.annotations.NullMarked;
