/** The resource plugin: somebody else says what is lent to whom (§7.2). */
@NullMarked
package io.sluice.manager.provider.sharing.plugin;

import org.jspecify.annotations.NullMarked;
