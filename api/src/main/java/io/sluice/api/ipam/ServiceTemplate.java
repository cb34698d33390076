package io.sluice.api.ipam;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** Service that shall stand for an address. */
@Wire
public record ServiceTemplate(@Nullable ObjectMeta metadata, @Nullable ServiceSpec spec) {}
