package io.sluice.bench.offload;

import io.sluice.cli.shell.Jvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the JVMs under test are started.
 *
 * @param caches folder of the AOT caches; none where the class path has folders
 * @param training writes the caches at the end instead of using them
 * @param kubelet what a kubelet is told beside what it needs
 */
record Launch(Path caches, boolean training, List<String> kubelet) {
  Launch(Path caches, boolean training) {
    this(caches, training, List.of());
  }

  /**
   * As the product starts its own, and what {@code -Dbench.flags} adds; one cache for all roles.
   */
  List<String> flags() {
    return flags("sluice");
  }

  /** The same with a cache of its own. */
  List<String> flags(String name) {
    List<String> flags = new ArrayList<>(Jvm.flags(caches));
    flags.add("-Xmx256m");
    Path cache = caches.resolve(name + ".aot");
    if (training) {
      flags.add("-XX:AOTCacheOutput=" + cache);
    } else if (Files.exists(cache)) {
      flags.add("-XX:AOTCache=" + cache);
    }
    String more = System.getProperty("bench.flags", "");
    if (!more.isBlank()) {
      flags.addAll(List.of(more.strip().split("\\s+", -1)));
    }
    return flags;
  }
}
