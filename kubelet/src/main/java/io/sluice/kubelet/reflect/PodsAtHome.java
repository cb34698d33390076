package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.engine.kube.Ref;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The pods of this virtual node, as far as reflection has to know them. */
public interface PodsAtHome {
  /** Told of every change; only before the start. */
  void listen(Consumer<Ref> listener);

  boolean synced();

  Optional<Pod> get(Ref ref);

  List<Ref> in(String namespace);

  /** Local name of the pod that a remote one runs for. */
  String nameAtHome(Ref localNamespaceAndRemoteName);

  /** Whether the pod uses the home API server with tokens, and has not ended (§3.5.3). */
  boolean talksHome(Pod pod);
}
