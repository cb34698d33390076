package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.reflect.References;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the offloaded pods and the Ingresses of one namespace name (D-19). */
final class Named implements AutoCloseable {
  private final String namespace;
  private final Predicate<Pod> offloaded;
  private final Supplier<Optional<Feed<Ingress>>> ingresses;
  private final Runnable changed;
  private final Feed<Pod> pods;
  private final Feed<ServiceAccount> accounts;
  private @Nullable References references; // guarded by this; null when to be collected anew

  /**
   * @param offloaded whether a pod runs, or will run, in the provider
   * @param changed told when something else is named than before
   */
  Named(
      Api home,
      String namespace,
      Predicate<Pod> offloaded,
      Supplier<Optional<Feed<Ingress>>> ingresses,
      Runnable changed) {
    this.namespace = namespace;
    this.offloaded = offloaded;
    this.ingresses = ingresses;
    this.changed = changed;
    Scope here = Scope.namespace(namespace);
    this.pods = new Feed<>(home, Kind.of(Pod.class), here, new OnChange<Pod>());
    this.accounts =
        new Feed<>(home, Kind.of(ServiceAccount.class), here, new OnChange<ServiceAccount>());
  }

  void start() {
    pods.start();
    accounts.start();
  }

  /** Whether all that names something has been seen: before that, nothing is unnamed. */
  boolean known() {
    return pods.synced() && accounts.synced() && ingresses.get().map(Feed::synced).orElse(true);
  }

  /** Something changed that may name something. */
  void look() {
    References before;
    References after;
    synchronized (this) {
      before = references;
      references = null;
      after = known() ? references() : null;
    }
    if (after == null || !after.equals(before)) {
      changed.run();
    }
  }

  synchronized References references() {
    References collected = references;
    if (collected == null) {
      collected = collect();
      references = collected;
    }
    return collected;
  }

  private References collect() {
    return References.of(
        pods.all().stream().filter(offloaded).toList(),
        account -> accounts.get(new Ref(namespace, account)),
        ingresses.get().map(Feed::all).orElse(List.of()));
  }

  private final class OnChange<T> implements Feed.Listener<T> {
    @Override
    public void changed(Ref ref, @Nullable T now) {
      if (known()) {
        look();
      }
    }

    @Override
    public void synced() {
      look();
    }
  }

  @Override
  public void close() {
    pods.close();
    accounts.close();
  }
}
