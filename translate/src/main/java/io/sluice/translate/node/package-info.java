/** The Node that stands for a provider: its object, its conditions, its changes (§2.4, §2.5). */
@NullMarked
package io.sluice.translate.node;

import org.jspecify.annotations.NullMarked;
