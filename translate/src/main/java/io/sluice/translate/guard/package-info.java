/**
 * What a provider lets its tenants do (D-13, D-14, T-28): quota, guardrails of pods, and the
 * admission policies for everything else.
 */
@NullMarked
package io.sluice.translate.guard;

import org.jspecify.annotations.NullMarked;
