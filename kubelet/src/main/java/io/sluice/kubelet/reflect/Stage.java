package io.sluice.kubelet.reflect;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.kubelet.border.Extension;
import io.sluice.translate.reflect.Border;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * What all reflectors of a virtual node share.
 *
 * @param borders of a namespace; empty until it is known what must not cross
 * @param leader whether this process reflects what belongs to no single node (REF-4)
 */
record Stage(
    Api home,
    Api away,
    Events events,
    Function<Extension, Optional<Border>> borders,
    BooleanSupplier leader,
    String provider,
    String node) {

  Optional<Border> border(Extension extension) {
    return borders.apply(extension);
  }

  boolean leads() {
    return leader.getAsBoolean();
  }
}
