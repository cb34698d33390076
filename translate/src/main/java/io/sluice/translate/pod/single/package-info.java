/** Twins in a provider without Sluice: a ReplicaSet of one, or a Job of one (App. B). */
@NullMarked
package io.sluice.translate.pod.single;

import org.jspecify.annotations.NullMarked;
