package io.sluice.testbed.build;

import io.sluice.testbed.host.FolderLock;
import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * One file with the stages that KWOK's own module ships: nodes become ready and pods run and go
 * without artificial delays. The program carries none of them.
 */
final class KwokStages {
  private static final List<String> STAGES =
      List.of(
          "node/fast/node-initialize.yaml",
          "node/heartbeat-with-lease/node-heartbeat-with-lease.yaml",
          "pod/fast/pod-ready.yaml",
          "pod/fast/pod-complete.yaml",
          "pod/fast/pod-delete.yaml");

  private final Path cache;

  KwokStages(Path cache) {
    this.cache = cache;
  }

  Path file() {
    Path folder = new GoBuild(cache, GoModule.KWOK).folder();
    Path file = folder.resolve("stages.yaml");
    if (Files.isReadable(file)) {
      return file;
    }
    try (FolderLock _ = FolderLock.of(folder)) {
      Path module = new GoSources(cache, GoModule.KWOK).of(GoModule.KWOK.path());
      List<String> documents = new ArrayList<>();
      for (String stage : STAGES) {
        documents.add(Files.readString(module.resolve("kustomize/stage").resolve(stage)));
      }
      Path unfinished = folder.resolve("stages.yaml.new");
      Files.writeString(unfinished, String.join("\n---\n", documents));
      return Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new BedException("can't read the stages of KWOK: " + e.getMessage(), e);
    }
  }
}
