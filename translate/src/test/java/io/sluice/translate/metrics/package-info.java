@org.jspecify.annotations.NullMarked
package io.sluice.translate.metrics;
