/**
 * The two kinds of our own, {@code sluice.io/v1alpha1}: rules for many namespaces and for tenants
 * (D-22).
 */
@NullMarked
package io.sluice.api.policy;

import org.jspecify.annotations.NullMarked;
