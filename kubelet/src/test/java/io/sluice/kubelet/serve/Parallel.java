package io.sluice.kubelet.serve;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** The same thing many times, several at once. */
final class Parallel {
  private Parallel() {}

  interface Task {
    void run(int number) throws Exception;
  }

  static void run(int threads, int times, Task task) throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      var tasks =
          IntStream.range(0, times)
              .<Callable<Void>>mapToObj(
                  i ->
                      () -> {
                        task.run(i);
                        return null;
                      })
              .toList();
      for (Future<Void> each : pool.invokeAll(tasks)) {
        each.get();
      }
    }
  }
}
