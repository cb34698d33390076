/**
 * Fencing (D-22): at most one copy of a pod, although nobody can tell a dead link from a dead
 * provider. The provider stops what hears nothing from home; home waits until that must have
 * happened.
 */
@NullMarked
package io.sluice.translate.pod.fence;

import org.jspecify.annotations.NullMarked;
