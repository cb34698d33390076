package io.sluice.manager.provider.enforce;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.border.TenantNamespaces;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Watches the Lease that each consumer renews in its tenant namespace. Times in it are the
 * consumer's and not looked at: what counts is when we saw it change, on our monotonic clock. Who
 * has just started counts from there.
 */
public final class SignsOfLife implements Hearing {
  private static final Kind<Lease> LEASES = Kind.of(Lease.class);

  /** A state of a Lease and when it was first seen. */
  private record Sign(String version, long at) {}

  private final Api api;
  private final TenantNamespaces namespaces;
  private final LongSupplier nanoTime;
  private final Runnable heard;
  private final Map<String, Feed<Lease>> feeds = new ConcurrentHashMap<>();
  private final Map<String, Sign> signs = new ConcurrentHashMap<>();
  private final long began;

  /**
   * @param namespaces to be started by the caller, after this was made
   * @param heard told that some consumer gave a sign
   */
  public SignsOfLife(Api api, TenantNamespaces namespaces, LongSupplier nanoTime, Runnable heard) {
    this.api = api;
    this.namespaces = namespaces;
    this.nanoTime = nanoTime;
    this.heard = heard;
    this.began = nanoTime.getAsLong();
    namespaces.onNamespace(this::align);
  }

  @Override
  public void start() {}

  private synchronized void align(String namespace) {
    boolean peering = namespaces.peerOf(namespace).isPresent();
    if (peering && !feeds.containsKey(namespace)) {
      Scope lease = new Scope(namespace, null, "metadata.name=" + Names.CONSUMER_LEASE);
      Feed<Lease> feed =
          new Feed<>(
              api,
              LEASES,
              lease,
              (_, now) -> {
                if (now != null) {
                  note(namespace, now);
                }
              });
      feeds.put(namespace, feed);
      feed.start();
    } else if (!peering) {
      Feed<Lease> old = feeds.remove(namespace);
      if (old != null) {
        old.close();
      }
      signs.remove(namespace);
    }
  }

  /** A list that shows again what we know is no sign of anything. */
  private void note(String namespace, Lease lease) {
    String version = Objects.requireNonNull(lease.getMetadata().getResourceVersion());
    Sign before = signs.get(namespace);
    if (before == null || !before.version().equals(version)) {
      signs.put(namespace, new Sign(version, nanoTime.getAsLong()));
      heard.run();
    }
  }

  @Override
  public Duration silenceOf(String consumer) {
    long since = namespaces.of(consumer).map(signs::get).map(Sign::at).orElse(began);
    return Duration.ofNanos(nanoTime.getAsLong() - since);
  }

  @Override
  public boolean isSilent(String consumer, Duration atLeast) {
    if (silenceOf(consumer).compareTo(atLeast) < 0) {
      return false;
    }
    Optional<String> namespace = namespaces.of(consumer);
    namespace
        .flatMap(it -> api.find(LEASES, new Ref(it, Names.CONSUMER_LEASE)))
        .ifPresent(lease -> note(namespace.get(), lease));
    return silenceOf(consumer).compareTo(atLeast) >= 0;
  }

  @Override
  public synchronized void close() {
    feeds.values().forEach(Feed::close);
    feeds.clear();
  }
}
