package io.sluice.kubelet.border;

import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the owners of namespaces say about their extension: one watch for all of them. */
public final class Offloadings implements AutoCloseable {
  private final Feed<NamespaceOffloading> feed;
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

  public Offloadings(Api home) {
    this.feed =
        new Feed<>(
            home,
            Kind.of(NamespaceOffloading.class),
            Scope.fields("metadata.name=" + Names.NAMESPACE_OFFLOADING),
            new OnChange());
  }

  /**
   * Told of each namespace whose settings changed, and with an empty name when those of all are
   * known; only before the start.
   */
  public void listen(Consumer<String> listener) {
    listeners.add(listener);
  }

  public void start() {
    feed.start();
  }

  public boolean known() {
    return feed.synced();
  }

  /** Annotations of the namespace's offloading; none where there is no such object. */
  public Map<String, String> settings(String namespace) {
    return feed.get(new Ref(namespace, Names.NAMESPACE_OFFLOADING))
        .map(offloading -> Frozen.map(offloading.getMetadata().getAnnotations()))
        .orElse(Map.of());
  }

  private final class OnChange implements Feed.Listener<NamespaceOffloading> {
    @Override
    public void changed(Ref ref, @Nullable NamespaceOffloading now) {
      listeners.forEach(listener -> listener.accept(ref.namespace()));
    }

    @Override
    public void synced() {
      listeners.forEach(listener -> listener.accept(""));
    }
  }

  @Override
  public void close() {
    feed.close();
  }
}
