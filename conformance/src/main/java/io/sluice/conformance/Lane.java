package io.sluice.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Runs the specs of one side in shards until all are judged or the time is over. */
final class Lane {
  /** So few that little is lost when the time is over, so many that starting the suite is cheap. */
  private static final int SHARD = 3;

  private static final int SHARDS_EACH = 8;

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final Suite suite;
  private final Side side;
  private final Path kubeconfig;
  private final String commit;
  private final Consumer<List<Verdict>> record;

  Lane(Suite suite, Side side, Path kubeconfig, String commit, Consumer<List<Verdict>> record) {
    this.suite = suite;
    this.side = side;
    this.kubeconfig = kubeconfig;
    this.commit = commit;
    this.record = record;
  }

  /** Several processes of the suite at a time, each with specs of its own. */
  List<Thread> start(List<Spec> specs, int workers, Instant end, Path folder) {
    Deque<Spec> open = new ArrayDeque<>(specs);
    // Few are taken one by one: nobody has nothing to do while others have several slow ones left.
    int shard = Math.clamp(specs.size() / ((long) SHARDS_EACH * workers), 1, SHARD);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      threads.add(Thread.ofVirtual().start(() -> work(open, shard, end, folder)));
    }
    return threads;
  }

  private void work(Deque<Spec> open, int size, Instant end, Path folder) {
    try {
      for (Optional<List<Spec>> next = take(open, size, end);
          next.isPresent();
          next = take(open, size, end)) {
        Path own = folder.resolve(side.name().toLowerCase(Locale.ROOT));
        Suite.Shard shard =
            new Suite.Shard(
                side, commit, next.get(), own.resolve(Integer.toString(NUMBER.incrementAndGet())));
        record.accept(suite.run(shard, kubeconfig, Duration.between(Instant.now(), end)));
      }
    } catch (IOException e) {
      System.err.println(side + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Optional<List<Spec>> take(Deque<Spec> open, int size, Instant end) {
    synchronized (open) {
      if (open.isEmpty() || Instant.now().isAfter(end)) {
        return Optional.empty();
      }
      List<Spec> shard = new ArrayList<>();
      while (shard.size() < size && !open.isEmpty()) {
        shard.add(open.removeFirst());
      }
      return Optional.of(shard);
    }
  }
}
