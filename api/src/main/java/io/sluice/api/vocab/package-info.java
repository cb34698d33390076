/**
 * The vocabulary of the border: every label, annotation, finalizer, taint and reason, in one place.
 *
 * <p>Keys below {@code liqo.io} are the public contract with existing objects and peers; keys below
 * {@code sluice.io} are additive and ours (D-22).
 */
@NullMarked
package io.sluice.api.vocab;

import org.jspecify.annotations.NullMarked;
