package io.sluice.api.offloading;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.apps.DeploymentSpec;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** Deployment of a kubelet. */
@Wire
public record DeploymentTemplate(@Nullable ObjectMeta metadata, @Nullable DeploymentSpec spec) {}
