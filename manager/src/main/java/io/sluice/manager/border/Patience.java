package io.sluice.manager.border;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** How long a person's command waits for what the managers do. */
public final class Patience {
  private static final Duration LOOK = Duration.ofMillis(200);

  private final Duration limit;
  private final long end;

  private Patience(Duration limit, long end) {
    this.limit = limit;
    this.end = end;
  }

  /** So long for each thing that is waited for. */
  public static Patience each(Duration limit) {
    return new Patience(limit, 0);
  }

  /** So long for everything together, counted from now. */
  public static Patience inAll(Duration limit) {
    return new Patience(limit, System.nanoTime() + limit.toNanos());
  }

  /** Nothing came of it in time, or somebody said no; the message is for people. */
  public static final class Exhausted extends RuntimeException {
    private final boolean timedOut;

    private Exhausted(String message, boolean timedOut) {
      super(message, null, false, false);
      this.timedOut = timedOut;
    }

    public Exhausted(String message) {
      this(message, false);
    }

    public boolean timedOut() {
      return timedOut;
    }
  }

  /** Looks until there is something. */
  public <T> T until(String what, Supplier<Optional<T>> look) {
    long last = end == 0 ? System.nanoTime() + limit.toNanos() : end;
    while (true) {
      Optional<T> found = look.get();
      if (found.isPresent()) {
        return found.get();
      }
      if (System.nanoTime() - last > 0) {
        throw new Exhausted(
            "timed out after %d s waiting for %s".formatted(limit.toSeconds(), what), true);
      }
      try {
        Thread.sleep(LOOK);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        throw new Exhausted("interrupted while waiting for " + what);
      }
    }
  }

  /** Looks until an object is gone. */
  public <T extends HasMetadata> void untilGone(Api api, Kind<T> kind, Ref ref) {
    until(
        "%s %s to go".formatted(kind, ref),
        () -> api.find(kind, ref).isPresent() ? Optional.empty() : Optional.of(true));
  }
}
