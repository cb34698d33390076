@NullMarked
package io.sluice.manager.consumer.admission;

import org.jspecify.annotations.NullMarked;
