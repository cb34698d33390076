@NullMarked
package io.sluice.manager.consumer.virtualnodes;

import org.jspecify.annotations.NullMarked;
