package io.sluice.kubelet.serve;

import io.sluice.engine.kube.Ref;
import io.sluice.kubelet.serve.stream.Streams;
import io.sluice.translate.serve.Ask;
import java.time.Duration;

/**
 * Ends streams whose pod is gone at home or whose namespace is not extended any more. That the
 * container ended is the remote kubelet's business: it ends the stream itself.
 */
final class Sweeper implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final Streams streams;
  private final NodePods pods;
  private final Thread thread = Thread.ofVirtual().name("sweeper").unstarted(this::run);

  Sweeper(Streams streams, NodePods pods) {
    this.streams = streams;
    this.pods = pods;
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(PAUSE);
        streams.sweep(this::stays);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean stays(Ask.Target target, Streams.Place place) {
    return pods.find(new Ref(target.namespace(), target.pod()))
        .filter(hosted -> place.localUid().equals(hosted.local().getMetadata().getUid()))
        .filter(hosted -> place.twin().namespace().equals(hosted.twinNamespace()))
        .isPresent();
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
