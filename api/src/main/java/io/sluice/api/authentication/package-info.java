/** Kinds of {@code authentication.liqo.io/v1beta1}: who may lend from whom, and how much (§1.8). */
@NullMarked
package io.sluice.api.authentication;

import org.jspecify.annotations.NullMarked;
