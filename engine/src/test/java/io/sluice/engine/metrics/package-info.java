@org.jspecify.annotations.NullMarked
package io.sluice.engine.metrics;
