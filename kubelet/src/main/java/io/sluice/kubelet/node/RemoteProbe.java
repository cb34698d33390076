package io.sluice.kubelet.node;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the provider's API server whether it lives, and tells when the answer changes. */
public final class RemoteProbe implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteProbe.class);

  /** Told when reachability changes, with the words of the last failure. */
  @FunctionalInterface
  public interface Listener {
    void changed(boolean reachable, String why);
  }

  private final Api remote;
  private final Timing timing;
  private final Listener listener;
  private final Pulse pulse;
  private final Thread thread;
  private volatile boolean reachable = true;

  public RemoteProbe(Api remote, Timing timing, Listener listener) {
    this.remote = remote;
    this.timing = timing;
    this.listener = listener;
    this.pulse = new Pulse(timing.failures());
    this.thread = Thread.ofVirtual().name("remote-probe").unstarted(this::run);
  }

  public RemoteProbe start() {
    thread.start();
    return this;
  }

  public boolean reachable() {
    return reachable;
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        long begun = System.nanoTime();
        beat();
        Duration left = timing.interval().minusNanos(System.nanoTime() - begun);
        if (left.isPositive()) {
          Thread.sleep(left);
        }
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void beat() {
    String why = "";
    try {
      remote.text("/livez", timing.timeout());
    } catch (ApiFailure failure) {
      why = failure.reason();
      if (failure.code() == 0) {
        // Connections that lead nowhere never say so by themselves; new ones find a healed link.
        remote.reset();
      }
    }
    boolean changed = pulse.beat(why.isEmpty());
    reachable = pulse.reachable();
    if (changed) {
      LOG.atInfo()
          .addKeyValue("reachable", reachable)
          .addKeyValue("why", why)
          .log("provider's API server");
      listener.changed(reachable, why);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
