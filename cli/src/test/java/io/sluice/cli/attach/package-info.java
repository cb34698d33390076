@org.jspecify.annotations.NullMarked
package io.sluice.cli.attach;
