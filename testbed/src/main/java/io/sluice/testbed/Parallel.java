package io.sluice.testbed;

import io.sluice.testbed.model.BedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Does several things at once, waits for all and then reports the first failure. */
final class Parallel {
  private Parallel() {}

  /** Something that is done and has a result. */
  interface Task<T> extends Callable<T> {
    @Override
    T call();
  }

  /** Something that is done and has no result. */
  static Task<Boolean> task(Runnable work) {
    return () -> {
      work.run();
      return true;
    };
  }

  static <T> List<T> all(List<? extends Task<T>> tasks) {
    List<T> results = new ArrayList<>();
    @Nullable RuntimeException failure = null;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<T> future : threads.invokeAll(tasks)) {
        try {
          results.add(future.get());
        } catch (ExecutionException e) {
          failure = failure == null ? unwrap(e) : failure;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BedException("interrupted", e);
    }
    if (failure != null) {
      throw failure;
    }
    return results;
  }

  private static RuntimeException unwrap(ExecutionException e) {
    return e.getCause() instanceof RuntimeException cause
        ? cause
        : new BedException("unexpected failure: " + e.getCause(), e);
  }
}
