@NullMarked
package io.sluice.manager.provider.sharing.plugin;

import org.jspecify.annotations.NullMarked;
