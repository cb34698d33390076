package io.sluice.manager.provider.sharing.plugin;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.sluice.manager.provider.sharing.plugin.ReaderService.Resources;
import io.sluice.translate.Outcome;
import io.sluice.translate.share.Amounts;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Somebody else says what is lent to whom (§7.2). It is asked about each consumer once and again
 * whenever it says that something changed; while it is dead, or talks nonsense, its last answer
 * holds and says so.
 */
public final class ResourcePlugin implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ResourcePlugin.class);
  private static final Duration DEADLINE = Duration.ofSeconds(3);
  private static final Duration RESUBSCRIBE = Duration.ofMillis(100);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  /**
   * What was last said about a consumer.
   *
   * @param byPool amounts by name of the pool, which is empty where there are no pools
   * @param trouble why it may be old; empty when it is not
   */
  public record Answer(Map<String, Amounts> byPool, String trouble) {
    private static final Answer NONE_YET =
        new Answer(Map.of(), "the resource plugin has not answered yet");

    public Answer {
      byPool = Map.copyOf(byPool);
    }

    private Answer but(String why) {
      return new Answer(byPool, why);
    }

    private boolean sameAs(Answer other) {
      return trouble.equals(other.trouble)
          && byPool.keySet().equals(other.byPool.keySet())
          && byPool.entrySet().stream()
              .allMatch(
                  pool ->
                      pool.getValue()
                          .sameAs(other.byPool.getOrDefault(pool.getKey(), Amounts.NONE)));
    }
  }

  private final ManagedChannel channel;
  private final Runnable changed;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final Set<String> open = ConcurrentHashMap.newKeySet();
  private final Thread subscriber;
  private final Thread asker;
  private volatile boolean closed;

  /**
   * @param address host and port, in plain text
   * @param changed called when an answer differs from the one before
   */
  public ResourcePlugin(String address, Runnable changed) {
    this.channel =
        OkHttpChannelBuilder.forTarget(address, InsecureChannelCredentials.create()).build();
    this.changed = changed;
    this.subscriber = Thread.ofVirtual().name("plugin-notices").unstarted(this::listen);
    this.asker = Thread.ofVirtual().name("plugin-questions").unstarted(this::ask);
  }

  public ResourcePlugin start() {
    subscriber.start();
    asker.start();
    return this;
  }

  /** The last word on a consumer; one that was never asked about is asked about soon. */
  public Answer of(String consumer) {
    return answers.computeIfAbsent(
        consumer,
        id -> {
          open.add(id);
          return Answer.NONE_YET;
        });
  }

  /** Consumers that are lent nothing any more are told to it, and forgotten. */
  public void retain(Set<String> consumers) {
    for (String gone : Set.copyOf(answers.keySet())) {
      if (!consumers.contains(gone)) {
        answers.remove(gone);
        open.remove(gone);
        Thread.ofVirtual().start(() -> tell(gone));
      }
    }
  }

  private void tell(String gone) {
    try {
      ClientCalls.blockingUnaryCall(calls(), ReaderService.REMOVE, options(), gone);
    } catch (StatusRuntimeException e) {
      LOG.atInfo()
          .addKeyValue("consumer", gone)
          .addKeyValue("why", e.getMessage())
          .log("the resource plugin was not told of a consumer that is gone");
    }
  }

  private void listen() {
    while (!closed) {
      try {
        Iterator<String> notices =
            ClientCalls.blockingServerStreamingCall(
                calls(), ReaderService.SUBSCRIBE, CallOptions.DEFAULT, "");
        open.addAll(answers.keySet()); // whatever changed while nobody listened
        while (notices.hasNext()) {
          String consumer = notices.next();
          open.addAll(consumer.isEmpty() ? answers.keySet() : Set.of(consumer));
        }
      } catch (StatusRuntimeException e) {
        LOG.atDebug().addKeyValue("why", e.getMessage()).log("no notices of the resource plugin");
        trouble(said(e));
      }
      pause(RESUBSCRIBE);
    }
  }

  private void trouble(String why) {
    boolean news = false;
    for (String consumer : answers.keySet()) {
      news |= keep(consumer, of(consumer).but(why));
    }
    if (news) {
      changed.run();
    }
  }

  private void ask() {
    while (!closed) {
      boolean news = false;
      boolean failed = false;
      for (String consumer : Set.copyOf(open)) {
        Answer before = of(consumer);
        Answer now = read(consumer, before);
        failed |= !now.trouble().isEmpty();
        if (now.trouble().isEmpty()) {
          open.remove(consumer);
        }
        news |= keep(consumer, now);
      }
      if (news) {
        changed.run();
      }
      pause(failed ? ASK_AGAIN : RESUBSCRIBE);
    }
  }

  private boolean keep(String consumer, Answer now) {
    Answer before = answers.put(consumer, now);
    return before == null || !before.sameAs(now);
  }

  private Answer read(String consumer, Answer before) {
    try {
      List<Resources> pools =
          ClientCalls.blockingUnaryCall(calls(), ReaderService.READ, options(), consumer);
      return switch (byPool(pools)) {
        case Outcome.Ok<Map<String, Amounts>>(Map<String, Amounts> amounts) ->
            new Answer(amounts, "");
        case Outcome.Failed<Map<String, Amounts>>(String why) ->
            before.but("the resource plugin talks nonsense, this is what it said before: " + why);
      };
    } catch (StatusRuntimeException e) {
      return before.but(said(e));
    }
  }

  /** One bad amount and nothing of the answer is taken. */
  private static Outcome<Map<String, Amounts>> byPool(List<Resources> pools) {
    Map<String, Amounts> all = new HashMap<>();
    for (Resources pool : pools) {
      switch (Amounts.of(pool.amounts())) {
        case Outcome.Failed<Amounts>(String why) -> {
          return Outcome.failed(why);
        }
        case Outcome.Ok<Amounts>(Amounts amounts) -> {
          Optional<String> negative =
              amounts.names().stream().filter(name -> amounts.get(name).signum() < 0).findFirst();
          if (negative.isPresent()) {
            return Outcome.failed(negative.get() + " is negative");
          }
          all.merge(pool.pool(), amounts, Amounts::plus);
        }
      }
    }
    return Outcome.ok(all);
  }

  private static String said(StatusRuntimeException e) {
    String description = e.getStatus().getDescription();
    return "the resource plugin does not answer, this is its last word: "
        + e.getStatus().getCode()
        + (description == null ? "" : " " + description);
  }

  private Channel calls() {
    return channel;
  }

  private static CallOptions options() {
    return CallOptions.DEFAULT.withDeadlineAfter(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    channel.shutdownNow();
    subscriber.interrupt();
    asker.interrupt();
  }
}
