/**
 * What this process tells of itself, in Prometheus' text format. Like logs, it is one per process.
 */
@NullMarked
package io.sluice.engine.metrics;

import org.jspecify.annotations.NullMarked;
