@NullMarked
package io.sluice.testbed.model;

import org.jspecify.annotations.NullMarked;
