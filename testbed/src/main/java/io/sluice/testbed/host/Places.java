package io.sluice.testbed.host;

import java.nio.file.Path;
import java.util.Map;

/** Where the bed keeps what it builds and what it runs: outside the repository. */
public record Places(Path cache) {
  /** {@code SLUICE_CACHE}, else the user's cache folder. */
  public static Places standard() {
    return of(System.getenv(), System.getProperty("user.home"));
  }

  static Places of(Map<String, String> environment, String home) {
    String own = environment.getOrDefault("SLUICE_CACHE", "");
    if (!own.isEmpty()) {
      return new Places(Path.of(own).toAbsolutePath());
    }
    String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path folder = caches.isEmpty() ? Path.of(home, ".cache") : Path.of(caches);
    return new Places(folder.resolve("sluice").toAbsolutePath());
  }

  public Path programs() {
    return cache.resolve("programs");
  }

  public Path beds() {
    return cache.resolve("beds");
  }
}
