@org.jspecify.annotations.NullMarked
package io.sluice.engine.run;
