/**
 * Who may do what: the rights of tenants in a provider and of Sluice at home, as tables from which
 * RBAC objects and flow control are made (§8, T-25, T-40). Nothing here is a wildcard.
 */
@NullMarked
package io.sluice.translate.access;

import org.jspecify.annotations.NullMarked;
