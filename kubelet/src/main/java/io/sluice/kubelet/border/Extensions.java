package io.sluice.kubelet.border;

import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapPhase;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Follows the NamespaceMap of the provider: a namespace is extended while the provider has accepted
 * its twin (REF-1). Until the map has been read once, no namespace counts as not extended (REF-2).
 */
public final class Extensions implements AutoCloseable {

  /** Told when a namespace becomes extended and when it ceases to be. */
  public interface Listener {
    void started(Extension extension);

    void stopped(Extension extension);

    /** The map is known: what is not in it is not extended. */
    void known();
  }

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final Feed<NamespaceMap> maps;
  private final Map<String, Extension> byLocal = new HashMap<>(); // guarded by this
  private final Map<String, Extension> byTwin = new HashMap<>(); // guarded by this

  public Extensions(Api home, String tenantNamespace, String provider) {
    Scope outgoing =
        Scope.namespace(tenantNamespace)
            .labels(Labels.REMOTE_CLUSTER_ID + "=" + provider + "," + Labels.REPLICATION + "=true");
    this.maps = new Feed<>(home, Kind.of(NamespaceMap.class), outgoing, new OnMap());
  }

  /** Told in the order in which they came; only before the start. */
  public void listen(Listener listener) {
    listeners.add(listener);
  }

  public void start() {
    maps.start();
  }

  public boolean awaitKnown(Duration timeout) throws InterruptedException {
    return maps.awaitSynced(timeout);
  }

  public boolean isKnown() {
    return maps.synced();
  }

  public synchronized Optional<Extension> ofLocal(String namespace) {
    return Optional.ofNullable(byLocal.get(namespace));
  }

  public synchronized Optional<Extension> ofTwin(String namespace) {
    return Optional.ofNullable(byTwin.get(namespace));
  }

  public synchronized List<Extension> all() {
    return List.copyOf(byLocal.values());
  }

  private final class OnMap implements Feed.Listener<NamespaceMap> {
    @Override
    public void changed(Ref ref, @Nullable NamespaceMap map) {
      realign(map == null ? Map.of() : accepted(map));
    }

    @Override
    public void synced() {
      listeners.forEach(Listener::known);
    }
  }

  private synchronized void realign(Map<String, Extension> wanted) {
    for (Extension old : List.copyOf(byLocal.values())) {
      if (!old.equals(wanted.get(old.local()))) {
        byLocal.remove(old.local());
        byTwin.remove(old.twin());
        listeners.forEach(listener -> listener.stopped(old));
      }
    }
    for (Extension extension : wanted.values()) {
      if (byLocal.putIfAbsent(extension.local(), extension) == null) {
        byTwin.put(extension.twin(), extension);
        listeners.forEach(listener -> listener.started(extension));
      }
    }
  }

  static Map<String, Extension> accepted(NamespaceMap map) {
    Map<String, Extension> accepted = new HashMap<>();
    if (map.getStatus() == null) {
      return accepted;
    }
    map.getStatus()
        .currentMapping()
        .forEach(
            (local, remote) -> {
              String twin = remote.remoteNamespace();
              if (twin != null && remote.phase() == NamespaceMapPhase.ACCEPTED) {
                accepted.put(local, new Extension(local, twin));
              }
            });
    return accepted;
  }

  @Override
  public void close() {
    maps.close();
  }
}
