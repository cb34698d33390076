package io.sluice.testbed.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testbed.Bed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.host.Progress;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.ClusterOptions;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.plane.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Plays fates on a real node and writes the watch events of each pod, one JSON text per line. */
public final class Recorder {
  private final Path folder;

  public Recorder(Path folder) {
    this.folder = folder;
  }

  /** The names of everything that can be recorded. */
  public static List<String> names() {
    return List.copyOf(Fates.all().keySet());
  }

  public void record(List<String> wanted) {
    for (String name : wanted) {
      if (!names().contains(name)) {
        throw new BedException("'" + name + "' can't be recorded; one of " + names());
      }
    }
    try (Bed bed = Bed.open("record")) {
      Cluster cluster = bed.start(ClusterOptions.named("recorder").withNodes(NodeKind.REAL));
      Fates.all()
          .forEach(
              (name, fate) -> {
                if (wanted.contains(name)) {
                  record(cluster, name, fate);
                }
              });
    }
  }

  private void record(Cluster cluster, String name, Consumer<Stage> fate) {
    Progress.say("recording " + name);
    String namespace = "d1-" + name;
    new Namespaces(cluster.api()).create(namespace);
    try (PodWatch watch = new PodWatch(cluster.api(), namespace)) {
      fate.accept(new Stage(cluster, namespace, watch));
      for (String policy : Stage.POLICIES) {
        write(name + "-" + policy + ".jsonl", watch.of(Stage.pod(policy)));
      }
    }
    cluster.kubectl("delete", "namespace", namespace, "--timeout=120s").outOrThrow();
  }

  private void write(String file, List<JsonNode> events) {
    try {
      Files.createDirectories(folder);
      Files.writeString(
          folder.resolve(file),
          events.stream().map(JsonNode::toString).collect(Collectors.joining("\n", "", "\n")));
    } catch (IOException e) {
      throw new BedException("can't write " + folder.resolve(file) + ": " + e.getMessage(), e);
    }
  }
}
