/** Home's part of fencing: pods of which at most one copy may run (D-22). */
@NullMarked
package io.sluice.manager.consumer.fencing;

import org.jspecify.annotations.NullMarked;
