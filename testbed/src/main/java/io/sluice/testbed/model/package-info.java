/** What a cluster is asked to be, in words that every part of the bed shares. */
@NullMarked
package io.sluice.testbed.model;

import org.jspecify.annotations.NullMarked;
