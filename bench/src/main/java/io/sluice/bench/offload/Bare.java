package io.sluice.bench.offload;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The least that a process in a kubelet's place has to do: it follows the pods on both sides, sends
 * as many requests for each as the contract allows, and decides nothing. What it takes is the floor
 * of these libraries on this machine.
 */
final class Bare {
  private static final Kind<ConfigMap> CONFIG_MAPS = Kind.of(ConfigMap.class);
  private static final int AT_ONCE = 32;
  private static final int REQUESTS = 2;
  private static final int BODY = 3000;

  private Bare() {}

  /** Arguments: kubeconfigs of home and away, the node, the namespace on both sides. */
  public static void main(String[] args) throws InterruptedException {
    try (Api home = new Api(Endpoint.fromKubeconfig(Path.of(args[0]), null), "bare");
        Api away = new Api(Endpoint.fromKubeconfig(Path.of(args[1]), null), "bare")) {
      String namespace = args[3];
      Requests requests = new Requests(home, away, body(namespace));
      Scope mine = Scope.fields("spec.nodeName=" + args[2]);
      Scope there = Scope.namespace(namespace);
      try (Feed<Pod> _ = new Feed<>(home, Kind.of(Pod.class), mine, requests).start();
          Feed<ShadowPod> _ = follow(away, Kind.of(ShadowPod.class), there);
          Feed<Pod> _ = follow(away, Kind.of(Pod.class), there)) {
        Thread.currentThread().join(); // until it is killed
      }
    }
  }

  private static <T extends HasMetadata> Feed<T> follow(Api api, Kind<T> kind, Scope scope) {
    return new Feed<>(api, kind, scope, (_, _) -> {}).start();
  }

  private static ConfigMap body(String namespace) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("bare")
        .withNamespace(namespace)
        .endMetadata()
        .addToData("text", "x".repeat(BODY))
        .build();
  }

  /** For each new pod at home two requests to either side, which leave nothing behind. */
  private static final class Requests implements Feed.Listener<Pod> {
    private final Set<Ref> known = ConcurrentHashMap.newKeySet();
    private final Semaphore free = new Semaphore(AT_ONCE);
    private final Api home;
    private final Api away;
    private final ConfigMap body;

    Requests(Api home, Api away, ConfigMap body) {
      this.home = home;
      this.away = away;
      this.body = body;
    }

    @Override
    public void changed(Ref ref, @Nullable Pod now) {
      if (now == null) {
        known.remove(ref);
      } else if (known.add(ref)) {
        Thread.ofVirtual().start(this::send);
      }
    }

    private void send() {
      free.acquireUninterruptibly();
      try {
        for (int i = 0; i < REQUESTS; i++) {
          home.rehearse(CONFIG_MAPS, body);
          away.rehearse(CONFIG_MAPS, body);
        }
      } finally {
        free.release();
      }
    }
  }
}
