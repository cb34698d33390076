package io.sluice.kubelet;

import io.sluice.engine.guard.Breaker;
import io.sluice.engine.kube.Api;
import io.sluice.engine.metrics.Measured;
import io.sluice.engine.time.WallClock;
import io.sluice.kubelet.border.Addresses;
import io.sluice.kubelet.border.Extensions;
import io.sluice.kubelet.border.Offloadings;
import io.sluice.kubelet.node.NodeKeeper;
import io.sluice.kubelet.node.RemoteProbe;
import io.sluice.kubelet.pods.PodKeeper;
import io.sluice.kubelet.pods.Surroundings;
import io.sluice.kubelet.reflect.ReflectionOptions;
import io.sluice.kubelet.reflect.Reflections;
import io.sluice.kubelet.serve.KubeletPort;
import io.sluice.kubelet.serve.Listener;
import io.sluice.kubelet.serve.Serving;
import io.sluice.translate.node.KubeletFacts;
import io.sluice.translate.pod.twin.HomeApi;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One virtual node: everything it runs, as a constructor chain. */
public final class KubeletProcess implements AutoCloseable {
  /** Many pods take a while to be written; the node does not wait for them for ever. */
  private static final Duration UNREADY = Duration.ofSeconds(5);

  private final Counterpart counterpart;
  private final Extensions extensions;
  private final Addresses addresses;
  private final Offloadings offloadings;
  private final NodeKeeper node;
  private final PodKeeper pods;
  private final Reflections reflections;
  private final RemoteProbe probe;
  private final @Nullable KubeletPort port;
  private final String name;
  private final boolean tokens;

  public KubeletProcess(Api home, Api remote, KubeletOptions given) {
    String version = version(home); // first: when it fails, nothing is open yet
    this.counterpart = Counterpart.of(home, remote, given);
    KubeletOptions options = counterpart.options();
    this.name = options.nodeName();
    this.tokens = options.reflection().homeApi().isPresent();
    Serving serving = options.serving();
    Listener listener = serving == null ? null : Listener.open(serving);
    int number = listener == null ? Serving.PORT : listener.port();
    Breaker breaker = Breaker.unsettled(Breaker.Limits.DEFAULT);
    this.node =
        new NodeKeeper(home, options, facts(options, version, number), WallClock.ours(), breaker);
    this.extensions =
        new Extensions(home, options.peer().tenantNamespace(), options.peer().provider());
    this.addresses =
        new Addresses(home, options.peer().tenantNamespace(), options.peer().provider());
    this.offloadings = new Offloadings(home);
    this.pods =
        new PodKeeper(
            home,
            counterpart.workloads(),
            options,
            extensions,
            new Surroundings(
                node::offloadingPatch,
                addresses,
                offloadings,
                () -> homeApi(options.reflection()),
                breaker));
    this.reflections =
        new Reflections(
            home,
            remote,
            options,
            new Reflections.Known(node::knownPatch, addresses, offloadings, pods));
    extensions.listen(reflections);
    KubeletPort.Provider provider = new KubeletPort.Provider(remote, counterpart.figures());
    this.port = listener == null ? null : new KubeletPort(home, provider, options, listener, pods);
    this.probe = new RemoteProbe(remote, options.probe(), this::reachable);
  }

  /** The version that the home API server has: tools compare nodes by it (NODE-4). */
  private static String version(Api home) {
    return String.valueOf(home.read("/version", Map.class).get("gitVersion"));
  }

  private static KubeletFacts facts(KubeletOptions options, String version, int port) {
    KubeletOptions.Appearance node = options.node();
    return new KubeletFacts(
        version, List.of(node.address()), port, node.labels(), node.annotations());
  }

  /** How pods reach an API server, where they do not say (§3.5.3). */
  private HomeApi homeApi(ReflectionOptions reflection) {
    return reflection
        .homeApi()
        .<HomeApi>map(
            access ->
                new HomeApi.Tokens(
                    access.host().orElse(HomeApi.ALIAS), access.port(), addresses.apiServer()))
        .orElseGet(HomeApi.Disabled::new);
  }

  public void start() {
    pods.start();
    reflections.start();
    addresses.start(tokens);
    offloadings.start();
    extensions.start();
    counterpart.start();
    if (port != null) {
      port.start(); // before the Node says where it is (T-39)
    }
    node.start();
    probe.start();
  }

  private void reachable(boolean reachable, String why) {
    // Pods first: none may look ready by the time the node does not (T-16).
    pods.linkChanged(reachable);
    if (!reachable) {
      try {
        pods.awaitNoneReady(UNREADY);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
    node.linkChanged(reachable);
    Measured.PROVIDER_REACHABLE.set(reachable ? 1 : 0, name);
  }

  @Override
  public void close() {
    probe.close();
    counterpart.close();
    extensions.close();
    reflections.close();
    pods.close();
    addresses.close();
    offloadings.close();
    node.close();
    if (port != null) {
      port.close();
    }
  }
}
