/**
 * Which HTTP stack a process should carry (D-26): each candidate runs in a JVM of its own against a
 * real API server, and is measured from outside.
 */
@NullMarked
package io.sluice.bench.stack;

import org.jspecify.annotations.NullMarked;
