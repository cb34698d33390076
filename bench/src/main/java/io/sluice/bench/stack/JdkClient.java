package io.sluice.bench.stack;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Scope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The engine's own feeds over the JDK's HTTP client: what is shipped. */
final class JdkClient implements Client {
  private final Api api;
  private final List<Feed<?>> feeds = new ArrayList<>();

  JdkClient(Path kubeconfig) {
    this.api = new Api(Endpoint.fromKubeconfig(kubeconfig, null), "bench");
  }

  @Override
  public void follow(What what, String namespace) {
    Scope scope = Scope.namespace(namespace);
    feeds.add(
        switch (what) {
          case PODS -> new Feed<>(api, Kind.of(Pod.class), scope, (_, _) -> {}).start();
          case CONFIG_MAPS ->
              new Feed<>(api, Kind.of(ConfigMap.class), scope, (_, _) -> {}).start();
        });
  }

  @Override
  public boolean awaitSynced(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    for (Feed<?> feed : feeds) {
      if (!feed.awaitSynced(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int size() {
    return feeds.stream().mapToInt(Feed::size).sum();
  }

  @Override
  public int watching() {
    return (int) feeds.stream().filter(feed -> feed.synced() && feed.trouble().isEmpty()).count();
  }

  @Override
  public void close() {
    feeds.forEach(Feed::close);
    api.close();
  }
}
