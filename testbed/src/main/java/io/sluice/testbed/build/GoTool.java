package io.sluice.testbed.build;

import io.sluice.testbed.host.Shell;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.CommandResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds a Go new enough: what the launcher's toolchain script says, else the one on PATH. */
final class GoTool {
  private GoTool() {}

  static String find() {
    Path script = script();
    if (script == null) {
      return "go";
    }
    CommandResult found =
        Shell.run(Duration.ofMinutes(10), Map.of(), List.of(script.toString(), "go"));
    if (!found.ok()) {
      throw new BedException(found.err().strip().replaceFirst("^sluice: ", ""));
    }
    return found.out().strip();
  }

  /** tools/toolchain of the source tree, seen from the launcher or from a module's tests. */
  private static @Nullable Path script() {
    String home = System.getenv("SLUICE_HOME");
    Path start = Path.of(home == null ? "." : home).toAbsolutePath().normalize();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      Path script = folder.resolve("tools").resolve("toolchain");
      if (Files.isExecutable(script)) {
        return script;
      }
    }
    return null;
  }
}
