/**
 * Makes deploy/crds from the types of module api: the generator's schema, then {@link Polish}. Used
 * at build time only.
 */
@NullMarked
package io.sluice.crds;

import org.jspecify.annotations.NullMarked;
