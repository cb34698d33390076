package io.sluice.cli.shell;

import io.fabric8.kubernetes.api.model.Secret;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.RemoteNamespace;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.border.PeeringNamespaces;
import io.sluice.manager.border.Travel;
import java.util.Objects;
import java.util.Optional;

/** The way to a provider for somebody who may read the credentials of a virtual node. */
public final class Borrowed {
  private Borrowed() {}

  /** Name of a namespace's twin in a provider. */
  public static Optional<String> twin(Target home, String provider, String namespace) {
    return home.ask(() -> PeeringNamespaces.find(home.api(), provider))
        .flatMap(
            tenant ->
                home.ask(
                    () -> home.api().find(Kind.of(NamespaceMap.class), new Ref(tenant, provider))))
        .filter(map -> map.getStatus() != null)
        .map(map -> map.getStatus().currentMapping().get(namespace))
        .map(RemoteNamespace::remoteNamespace);
  }

  /** Opens the provider with the identity of a virtual node. */
  public static Target open(Target home, String provider, String node) {
    VirtualNode virtual =
        home.ask(() -> home.api().list(Kind.of(VirtualNode.class), Scope.ALL)).stream()
            .filter(each -> each.getMetadata().getName().equals(node))
            .findFirst()
            .orElseThrow(
                () ->
                    Trouble.error(
                        "there is no VirtualNode " + node, "see what there is: sluice status"));
    String namespace = virtual.getMetadata().getNamespace();
    String name =
        virtual.getSpec().kubeconfigSecretRef() == null
            ? Names.KUBECONFIG_SECRET_PREFIX + Names.SLICE_IDENTITY_PREFIX + node
            : Objects.requireNonNull(virtual.getSpec().kubeconfigSecretRef()).getName();
    Secret secret = home.ask(() -> home.api().get(Kind.of(Secret.class), new Ref(namespace, name)));
    String kubeconfig = Travel.text(Frozen.map(secret.getData()).get(Names.KUBECONFIG_KEY));
    return new Target(new Api(Endpoint.fromKubeconfig(kubeconfig), "sluice"), "remote");
  }
}
