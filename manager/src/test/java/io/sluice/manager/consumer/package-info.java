@NullMarked
package io.sluice.manager.consumer;

import org.jspecify.annotations.NullMarked;
