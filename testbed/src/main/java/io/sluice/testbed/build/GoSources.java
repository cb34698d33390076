package io.sluice.testbed.build;

import io.sluice.testbed.host.Shell;
import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.file.Path;

/** Files that the modules of a pinned go.mod ship, in the very version that is pinned. */
record GoSources(Path cache, GoModule module) {

  /** The folder of one module, fetched by the ordinary Go client where it is not there yet. */
  Path of(String path) {
    Path sources = new GoBuild(cache, module).folder().resolve("src");
    try {
      PinnedSource.of(module).unpack(sources);
    } catch (IOException e) {
      throw new BedException("can't write to the cache " + cache + ": " + e.getMessage(), e);
    }
    String go = GoTool.find();
    String folder = sources.toString();
    Shell.must(go, "-C", folder, "mod", "download", path);
    return Path.of(Shell.must(go, "-C", folder, "list", "-m", "-f", "{{.Dir}}", path).strip());
  }
}
