/** What crosses the border as objects of the peering itself (offloading §0.3, peering §1.6). */
@NullMarked
package io.sluice.translate.border;

import org.jspecify.annotations.NullMarked;
