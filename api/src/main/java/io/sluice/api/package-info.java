/** The custom resources of Sluice and, in {@code vocab}, the words that they share. */
@NullMarked
package io.sluice.api;

import org.jspecify.annotations.NullMarked;
