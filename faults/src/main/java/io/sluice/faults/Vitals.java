package io.sluice.faults;

import io.sluice.testbed.host.ProcessRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** What the processes of Sluice hold while all is quiet, compared with the first time. */
final class Vitals {
  /** Pools grow a little with every kind of work that comes for the first time. */
  private static final int MORE_THREADS = 24;

  private static final int MORE_SOCKETS = 16;
  private static final long MORE_KILOBYTES = 192 * 1024;

  /** Of one process. */
  record Vital(int threads, int sockets, long kilobytes) {}

  private final Map<String, Vital> first = new ConcurrentHashMap<>();

  /** What has grown beyond its measure. */
  List<String> grown(Map<String, Optional<ProcessRecord>> processes) {
    List<String> found = new ArrayList<>();
    processes.forEach(
        (name, process) ->
            process
                .flatMap(Vitals::of)
                .ifPresent(
                    now -> {
                      Vital before = first.putIfAbsent(name, now);
                      if (before != null) {
                        found.addAll(compare(name, before, now));
                      }
                    }));
    return found;
  }

  static List<String> compare(String name, Vital before, Vital now) {
    List<String> found = new ArrayList<>();
    if (now.threads() > before.threads() + MORE_THREADS) {
      found.add("%s has %d threads, had %d".formatted(name, now.threads(), before.threads()));
    }
    if (now.sockets() > before.sockets() + MORE_SOCKETS) {
      found.add("%s has %d sockets, had %d".formatted(name, now.sockets(), before.sockets()));
    }
    if (now.kilobytes() > before.kilobytes() + MORE_KILOBYTES) {
      found.add("%s holds %d kB, held %d".formatted(name, now.kilobytes(), before.kilobytes()));
    }
    return found;
  }

  private static Optional<Vital> of(ProcessRecord process) {
    Path proc = Path.of("/proc", Long.toString(process.pid()));
    try (Stream<Path> files = Files.list(proc.resolve("fd"))) {
      int sockets = (int) files.filter(Vitals::isSocket).count();
      List<String> status = Files.readAllLines(proc.resolve("status"));
      return Optional.of(
          new Vital((int) number(status, "Threads:"), sockets, number(status, "VmRSS:")));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException closed) {
      return false;
    }
  }

  private static long number(List<String> status, String key) {
    return status.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElse(0);
  }
}
