/** What the provider thinks of its tenants: which policy holds for whom (D-22). */
@NullMarked
package io.sluice.translate.tenant;

import org.jspecify.annotations.NullMarked;
