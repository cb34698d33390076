package io.sluice.kubelet.border;

import io.sluice.api.ipam.IP;
import io.sluice.api.networking.ClusterNetwork;
import io.sluice.api.networking.Configuration;
import io.sluice.api.networking.ConfigurationSpec;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.Outcome;
import io.sluice.translate.net.AddressMap;
import io.sluice.translate.net.Prefix;
import io.sluice.translate.net.SourceAddresses;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * How addresses are seen across the border, as far as there is a network that says so: without a
 * Configuration they pass unchanged (D-20).
 */
public final class Addresses implements AutoCloseable {
  private final Feed<Configuration> configurations;
  private final Feed<IP> exposed;
  private final AtomicBoolean following = new AtomicBoolean();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  public Addresses(Api home, String tenantNamespace, String provider) {
    Scope ofPeer =
        Scope.namespace(tenantNamespace).labels(Labels.REMOTE_CLUSTER_ID + "=" + provider);
    this.configurations =
        new Feed<>(home, Kind.of(Configuration.class), ofPeer, new OnConfiguration());
    this.exposed = new Feed<>(home, Kind.of(IP.class), Scope.ALL, new OnChange<IP>());
  }

  /** Told of every change; only before the start. */
  public void listen(Runnable listener) {
    listeners.add(listener);
  }

  /**
   * @param homeApi whether pods reach the home API server, so that its address is needed
   */
  public void start(boolean homeApi) {
    if (homeApi) {
      followExposed();
    }
    configurations.start();
  }

  /** Only where there is a network are addresses given by it. */
  private void followExposed() {
    if (following.compareAndSet(false, true)) {
      exposed.start();
    }
  }

  /** Whether it is known how addresses are seen: before that, none may be shown. */
  public boolean known() {
    return configurations.synced() && (!following.get() || exposed.synced());
  }

  /** An address of the provider as it is seen at home (NET-1); empty while that is open. */
  public Optional<String> seenHere(String remote) {
    return AddressMap.of(configuration()) instanceof Outcome.Ok<AddressMap>(AddressMap map)
            && map.translate(remote) instanceof Outcome.Ok<String>(String seen)
        ? Optional.of(seen)
        : Optional.empty();
  }

  /** How addresses of a namespace's endpoints leave (EPS-3). */
  public SourceAddresses leaving(String namespace) {
    @Nullable Configuration configuration = configuration();
    if (configuration == null) {
      return SourceAddresses.UNCHANGED;
    }
    Map<String, String> mapped = new HashMap<>();
    exposed.all().stream()
        .filter(ip -> Ref.of(ip).namespace().equals(namespace))
        .forEach(ip -> seen(ip).ifPresent(to -> mapped.put(ip.getSpec().ip(), to)));
    return new SourceAddresses(localPods(configuration.getSpec()), mapped, true);
  }

  /** Addresses of the home API server as peers reach it. */
  public List<String> apiServer() {
    return exposed.all().stream()
        .filter(
            ip ->
                Labels.IP_TYPE_API_SERVER.equals(
                    Frozen.map(ip.getMetadata().getLabels()).get(Labels.IP_TYPE)))
        .flatMap(ip -> seen(ip).stream())
        .sorted()
        .toList();
  }

  private @Nullable Configuration configuration() {
    return configurations.all().stream().findFirst().orElse(null);
  }

  private static Optional<String> seen(IP ip) {
    return Optional.ofNullable(ip.getStatus())
        .flatMap(status -> Optional.ofNullable(status.ip()))
        .filter(seen -> !seen.isEmpty() && ip.getSpec().ip() != null);
  }

  private static List<Prefix> localPods(@Nullable ConfigurationSpec spec) {
    ClusterNetwork local = spec == null ? null : spec.local();
    return local == null || local.cidr() == null
        ? List.of()
        : Objects.requireNonNull(local.cidr()).pod().stream()
            .flatMap(range -> Prefix.parse(range).stream())
            .toList();
  }

  private final class OnConfiguration implements Feed.Listener<Configuration> {
    @Override
    public void changed(Ref ref, @Nullable Configuration now) {
      followExposed();
      listeners.forEach(Runnable::run);
    }

    @Override
    public void synced() {
      listeners.forEach(Runnable::run);
    }
  }

  private final class OnChange<T> implements Feed.Listener<T> {
    @Override
    public void changed(Ref ref, @Nullable T now) {
      listeners.forEach(Runnable::run);
    }

    @Override
    public void synced() {
      listeners.forEach(Runnable::run);
    }
  }

  @Override
  public void close() {
    configurations.close();
    exposed.close();
  }
}
