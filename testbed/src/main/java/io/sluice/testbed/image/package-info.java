/** Container images for real nodes, made on this machine. */
@NullMarked
package io.sluice.testbed.image;

import org.jspecify.annotations.NullMarked;
