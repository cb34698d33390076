@org.jspecify.annotations.NullMarked
package io.sluice.conformance;
