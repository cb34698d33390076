package io.sluice.manager.consumer.peering;

import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.run.Controller;
import io.sluice.translate.border.PeerFacts.Answer;
import io.sluice.translate.border.PeerFacts.Health;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Asks each provider's API server whether it lives, with the control-plane identity (HB-2). One
 * thread per provider: one that does not answer delays nobody else.
 */
final class HealthChecks implements Controller {
  private final Links links;
  private final Duration interval;
  private final Duration timeout;
  private final Map<String, Check> checks = new ConcurrentHashMap<>();
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean started;

  HealthChecks(Links links, Duration interval, Duration timeout) {
    this.links = links;
    this.interval = interval;
    this.timeout = timeout;
    links.onLink(this::align);
  }

  /** Told the tenant namespace of a provider whose health changed. */
  void onChange(Consumer<String> listener) {
    listeners.add(listener);
  }

  @Override
  public void start() {
    started = true;
  }

  Health of(String namespace) {
    return Optional.ofNullable(checks.get(namespace))
        .map(check -> check.health)
        .orElse(Health.UNKNOWN);
  }

  private synchronized void align(String namespace) {
    Optional<RemoteLink> link = links.of(namespace);
    Check running = checks.get(namespace);
    if (running != null && link.filter(running.link::equals).isPresent()) {
      return;
    }
    if (running != null) {
      checks.remove(namespace);
      running.thread.interrupt();
    }
    if (link.isPresent() && started) {
      Check check = new Check(namespace, link.get());
      checks.put(namespace, check);
      check.thread.start();
    }
    listeners.forEach(listener -> listener.accept(namespace));
  }

  private final class Check implements Runnable {
    private final String namespace;
    private final RemoteLink link;
    private final Thread thread;
    private volatile Health health = Health.UNKNOWN;

    Check(String namespace, RemoteLink link) {
      this.namespace = namespace;
      this.link = link;
      this.thread = Thread.ofVirtual().name("health-" + namespace).unstarted(this);
    }

    @Override
    public void run() {
      try {
        while (!Thread.currentThread().isInterrupted()) {
          Health answer = ask();
          boolean changed = answer.answer() != health.answer();
          health = answer;
          if (changed) {
            listeners.forEach(listener -> listener.accept(namespace));
          }
          Thread.sleep(interval);
        }
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }

    private Health ask() {
      try {
        link.api().text("/livez", timeout);
        return new Health(Answer.HEALTHY, "");
      } catch (ApiFailure failure) {
        return new Health(Answer.FAILED, failure.reason());
      }
    }
  }

  @Override
  public synchronized void close() {
    started = false;
    checks.values().forEach(check -> check.thread.interrupt());
    checks.clear();
  }
}
