package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.client.CustomResource;
import io.sluice.api.authentication.Renew;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The way to one provider under the control-plane identity, and our copies there. */
final class RemoteLink implements AutoCloseable {
  /** All that is replicated (§1.6). */
  static final List<Kind<? extends CustomResource<?, ?>>> KINDS =
      List.of(Kind.of(ResourceSlice.class), Kind.of(NamespaceMap.class), Kind.of(Renew.class));

  private final Api api;
  private final String namespace;
  private final Map<Class<?>, Feed<?>> copies;
  private final SignOfLife life;
  private volatile String kubeconfig;

  /**
   * @param changed told the kind and name of each copy that changed
   */
  RemoteLink(
      String kubeconfig, String namespace, String home, BiConsumer<Class<?>, String> changed) {
    this.kubeconfig = kubeconfig;
    this.namespace = namespace;
    this.api = new Api(Endpoint.fromKubeconfig(kubeconfig), "sluice-manager");
    this.life = new SignOfLife(api, namespace, home);
    this.copies =
        KINDS.stream()
            .collect(Collectors.toUnmodifiableMap(Kind::type, kind -> feed(kind, home, changed)));
  }

  private <T extends CustomResource<?, ?>> Feed<T> feed(
      Kind<T> kind, String home, BiConsumer<Class<?>, String> changed) {
    Scope ours =
        Scope.namespace(namespace)
            .labels(Labels.REPLICATED + "=" + Labels.TRUE + "," + Labels.ORIGIN_ID + "=" + home);
    return new Feed<>(api, kind, ours, (ref, _) -> changed.accept(kind.type(), ref.name()));
  }

  void start() {
    copies.values().forEach(Feed::start);
    life.start();
  }

  Api api() {
    return api;
  }

  SignOfLife life() {
    return life;
  }

  String namespace() {
    return namespace;
  }

  /** Takes up renewed credentials or a new address without losing a watch. */
  void use(String renewed) {
    if (!renewed.equals(kubeconfig)) {
      api.use(Endpoint.fromKubeconfig(renewed));
      kubeconfig = renewed;
    }
  }

  @SuppressWarnings("unchecked")
  <T extends CustomResource<?, ?>> Feed<T> copies(Kind<T> kind) {
    return (Feed<T>)
        Optional.ofNullable(copies.get(kind.type()))
            .orElseThrow(() -> new IllegalArgumentException(kind + " is not replicated"));
  }

  <T extends CustomResource<?, ?>> Ref ref(T local) {
    return new Ref(namespace, local.getMetadata().getName());
  }

  @Override
  public void close() {
    life.close();
    copies.values().forEach(Feed::close);
    api.close();
  }
}
