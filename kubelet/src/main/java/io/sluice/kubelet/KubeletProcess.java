package io.sluice.kubelet;

import io.sluice.engine.guard.Breaker;
import io.sluice.engine.kube.Api;
import io.sluice.kubelet.border.Extensions;
import io.sluice.kubelet.node.NodeKeeper;
import io.sluice.kubelet.node.RemoteProbe;
import io.sluice.kubelet.pods.PodKeeper;
import io.sluice.kubelet.pods.Surroundings;
import io.sluice.kubelet.reflect.Reflections;
import io.sluice.translate.net.AddressMap;
import io.sluice.translate.node.KubeletFacts;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** One virtual node: everything it runs, as a constructor chain. */
public final class KubeletProcess implements AutoCloseable {
  private static final int PORT = 10250;

  private final Extensions extensions;
  private final NodeKeeper node;
  private final PodKeeper pods;
  private final Reflections reflections;
  private final RemoteProbe probe;

  public KubeletProcess(Api home, Api remote, KubeletOptions options) {
    Breaker breaker = new Breaker(Breaker.Limits.DEFAULT);
    this.node =
        new NodeKeeper(
            home,
            options,
            facts(home, options),
            Clock.systemUTC(),
            () -> breaker.trip("the Node object vanished unplanned"));
    this.extensions =
        new Extensions(home, options.peer().tenantNamespace(), options.peer().provider());
    this.reflections = new Reflections(home, remote, options, node::knownPatch);
    this.pods =
        new PodKeeper(
            home,
            remote,
            options,
            extensions,
            new Surroundings(node::offloadingPatch, () -> AddressMap.IDENTITY, breaker));
    extensions.listen(reflections);
    this.probe = new RemoteProbe(remote, options.probe(), this::reachable);
  }

  /** The version that the home API server has: tools compare nodes by it (NODE-4). */
  private static KubeletFacts facts(Api home, KubeletOptions options) {
    Object version = home.read("/version", Map.class).get("gitVersion");
    KubeletOptions.Appearance node = options.node();
    return new KubeletFacts(
        String.valueOf(version), List.of(node.address()), PORT, node.labels(), node.annotations());
  }

  public void start() {
    node.start();
    pods.start();
    reflections.start();
    extensions.start();
    probe.start();
  }

  private void reachable(boolean reachable, String why) {
    // Pods first: none may look ready by the time the node does not (T-16).
    pods.linkChanged(reachable);
    node.linkChanged(reachable);
  }

  @Override
  public void close() {
    probe.close();
    extensions.close();
    reflections.close();
    pods.close();
    node.close();
  }
}
