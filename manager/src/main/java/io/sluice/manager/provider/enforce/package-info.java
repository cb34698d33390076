/** Enforcement in the provider: a pod exists as long as its ShadowPod does and is not finished. */
@NullMarked
package io.sluice.manager.provider.enforce;

import org.jspecify.annotations.NullMarked;
