/** Keeps the admission policies in force that keep tenants in their place (D-14, T-28). */
@NullMarked
package io.sluice.manager.provider.guard;

import org.jspecify.annotations.NullMarked;
