/** Virtual nodes: a kubelet for each, its rights at home, its end (§2.2, §2.8, SL-5, D-12a). */
@NullMarked
package io.sluice.manager.consumer.virtualnodes;

import org.jspecify.annotations.NullMarked;
