package io.sluice.e2e;

import io.fabric8.kubernetes.api.model.Node;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Writes down every moment at which a node was not ready, not there, or tainted for it. */
final class NodeWatch implements AutoCloseable {
  private final List<String> notReady = new CopyOnWriteArrayList<>();
  private final Feed<Node> feed;

  NodeWatch(Api api, String name) {
    this.feed =
        new Feed<>(api, Kind.of(Node.class), Scope.fields("metadata.name=" + name), this::changed)
            .start();
  }

  private void changed(Ref ref, @Nullable Node now) {
    if (now == null) {
      notReady.add(ref + " is gone");
      return;
    }
    now.getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals("Ready"))
        .filter(condition -> !condition.getStatus().equals("True"))
        .forEach(condition -> notReady.add(condition.getReason()));
    now.getSpec().getTaints().stream()
        .filter(taint -> taint.getKey().startsWith("node.kubernetes.io/"))
        .forEach(taint -> notReady.add(taint.getKey()));
  }

  List<String> notReady() {
    return notReady;
  }

  @Override
  public void close() {
    feed.close();
  }
}
