/** Volumes of the virtual storage class that are made in this cluster (§6). */
@NullMarked
package io.sluice.manager.consumer.storage;

import org.jspecify.annotations.NullMarked;
