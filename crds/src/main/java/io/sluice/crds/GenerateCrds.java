package io.sluice.crds;

import io.sluice.api.Kinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes deploy/crds anew; started by {@code make crds}. */
public final class GenerateCrds {
  private GenerateCrds() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      System.err.println("usage: GenerateCrds FOLDER");
      System.exit(2);
    }
    write(Path.of(args[0]));
  }

  private static void write(Path folder) throws IOException {
    var files = CrdFiles.render(Kinds.ALL);
    Files.createDirectories(folder);
    for (var stale : present(folder)) {
      if (!files.containsKey(stale)) {
        Files.delete(folder.resolve(stale));
      }
    }
    for (var file : files.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
  }

  static List<String> present(Path folder) throws IOException {
    try (var paths = Files.list(folder)) {
      return paths.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}
