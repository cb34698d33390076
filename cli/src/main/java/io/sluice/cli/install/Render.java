package io.sluice.cli.install;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes an installation as files: plain YAML beside the kinds, and a Helm chart. */
public final class Render {
  private Render() {}

  /** Arguments: the folder of what is deployed, the version. */
  public static void main(String[] arguments) throws IOException {
    write(Path.of(arguments[0]), arguments[1]);
  }

  static void write(Path folder, String version) throws IOException {
    for (Map.Entry<String, String> file : files(version).entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.resolveSibling("."));
      Files.writeString(path, file.getValue());
    }
  }

  static Map<String, String> files(String version) {
    Map<String, String> files = new TreeMap<>();
    Chart.files(version).forEach((name, text) -> files.put("chart/" + name, text));
    files.put("sluice.yaml", plain(version));
    return files;
  }

  /** Without the kinds: they have to be there before what is of these kinds. */
  private static String plain(String version) {
    Wishes wishes =
        new Wishes(
            "my-cluster",
            Names.SYSTEM_NAMESPACE,
            version,
            Wishes.Lending.DEFAULT,
            new Wishes.Running(
                "sluice.io/sluice:" + version, "https://api.my-cluster.example:6443"));
    return """
    # Sluice as plain YAML. Replace my-cluster and api.my-cluster.example:6443 by the name of your cluster and by the
    # address of its API server as peers reach it; then, first the kinds:
    #   kubectl apply --server-side -f deploy/crds
    #   kubectl apply --server-side -f deploy/sluice.yaml
    """
        + Manifests.of(wishes).stream()
            .filter(object -> !(object instanceof CustomResourceDefinition))
            .map(Render::document)
            .collect(Collectors.joining());
  }

  private static String document(HasMetadata object) {
    String yaml = Json.yaml(object);
    return yaml.startsWith("---") ? yaml : "---\n" + yaml;
  }
}
