package io.sluice.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Somebody who creates pods for the virtual node and deletes older ones, five in a second. */
final class Churn implements AutoCloseable {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final Duration PACE = Duration.ofMillis(200);
  private static final int ALIVE = 10;

  private final Api api;
  private final String namespace;
  private final Deque<Pod> alive = new ArrayDeque<>();
  private final Thread thread;
  private final AtomicInteger made = new AtomicInteger();
  private volatile boolean stopped;

  Churn(Api api, String namespace) {
    this.api = api;
    this.namespace = namespace;
    this.thread = Thread.ofVirtual().name("churn").start(this::run);
  }

  /** How many pods there have been so far. */
  int made() {
    return made.get();
  }

  private void run() {
    try {
      while (!stopped) {
        alive.add(api.create(PODS, pod("churn-" + made.get())));
        made.incrementAndGet();
        if (alive.size() > ALIVE) {
          delete(alive.remove());
        }
        Thread.sleep(PACE);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .addToLabels("app", "churn")
        .endMetadata()
        .withNewSpec()
        .withTerminationGracePeriodSeconds(0L)
        .withNodeSelector(Map.of("liqo.io/type", "virtual-node"))
        .addNewToleration(null, "virtual-node.liqo.io/not-allowed", "Exists", null, null)
        .addNewContainer()
        .withName("c")
        .withImage("pause")
        .endContainer()
        .endSpec()
        .build();
  }

  private void delete(Pod pod) {
    api.delete(PODS, Ref.of(pod), pod.getMetadata().getUid(), null);
  }

  /** Stops and deletes what is left. */
  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    alive.forEach(this::delete);
  }
}
