package io.sluice.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.engine.kube.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The chart, rendered by Helm itself, and `install` say the same. */
class ChartTest {
  private static final Path DEPLOY = Path.of("../deploy");
  private static final String VERSION = "1.2.3";
  @TempDir private static Path folder;

  @BeforeAll
  static void render() throws IOException {
    Render.write(folder, VERSION);
  }

  @Test
  void whatIsCommittedIsWhatTheTypesSay() {
    String version =
        read("chart/Chart.yaml")
            .lines()
            .filter(line -> line.startsWith("version: "))
            .map(line -> line.substring("version: ".length()))
            .findFirst()
            .orElseThrow();
    for (Map.Entry<String, String> file : Render.files(version).entrySet()) {
      assertThat(read(file.getKey()))
          .as("%s: run `make deploy`", file.getKey())
          .isEqualTo(file.getValue());
    }
  }

  @ParameterizedTest
  @EnumSource
  void rendersTheObjectsOfAnInstallation(Wishes.Profile profile) {
    Wishes wishes =
        new Wishes(
            "milan",
            "elsewhere",
            VERSION,
            new Wishes.Lending(80, Map.of("zone", "south", "disk", "fast"), profile),
            new Wishes.Running("registry.example/sluice:1", "https://milan.example:6443"));

    String rendered =
        chart()
            .withNamespace("elsewhere")
            .set("createNamespace", true)
            .set("clusterID", "milan")
            .set("apiServer", "https://milan.example:6443")
            .set("image", "registry.example/sluice:1")
            .set("profile", profile.name().toLowerCase(java.util.Locale.ROOT))
            .set("sharingPercentage", 80)
            .set("clusterLabels.zone", "south")
            .set("clusterLabels.disk", "fast")
            .call();

    same(objects(rendered), objects(wishes));
  }

  @Test
  void saysNothingOfWhatNobodySaid() {
    Wishes wishes =
        new Wishes(
            "milan",
            "sluice",
            VERSION,
            Wishes.Lending.DEFAULT,
            new Wishes.Running("sluice.io/sluice:" + VERSION, "https://milan.example"));

    String rendered =
        chart()
            .withNamespace("sluice")
            .set("createNamespace", true)
            .set("clusterID", "milan")
            .set("apiServer", "https://milan.example")
            .call();

    same(objects(rendered), objects(wishes));
  }

  @Test
  void asksForMonitoringOnlyWhereItIsWanted() {
    TemplateCommand chart =
        chart().set("clusterID", "milan").set("apiServer", "https://milan.example");

    assertThat(chart.call()).doesNotContain("PodMonitor");
    assertThat(chart.set("podMonitor.enabled", true).call()).contains("kind: PodMonitor");
  }

  @Test
  void refusesValuesThatAreMissingOrWrong() {
    assertThatThrownBy(() -> chart().call()).hasMessageContaining("clusterID");
    assertThatThrownBy(
            () -> chart().set("clusterID", "Rome").set("apiServer", "https://rome.example").call())
        .hasMessageContaining("clusterID");
    assertThatThrownBy(
            () ->
                chart()
                    .set("clusterID", "rome")
                    .set("apiServer", "https://rome.example")
                    .set("sharingPercentag", 3)
                    .call())
        .hasMessageContaining("sharingPercentag");
  }

  private static TemplateCommand chart() {
    return new Helm(folder.resolve("chart"))
        .template()
        .withName("sluice")
        .withKubeVersion("1.36.0");
  }

  private static String read(String file) {
    try {
      return Files.readString(DEPLOY.resolve(file));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Helm keeps what it makes afterwards out of what it prints: that is shown on a cluster. */
  private static void same(Map<String, Object> rendered, Map<String, Object> installed) {
    installed.keySet().removeIf(key -> key.matches("(VkOptionsTemplate|TenantPolicy) .*"));
    assertThat(rendered.keySet()).isEqualTo(installed.keySet());
    installed.forEach((key, object) -> assertThat(rendered.get(key)).as(key).isEqualTo(object));
  }

  private static Map<String, Object> objects(Wishes wishes) {
    Map<String, Object> all = new TreeMap<>();
    Manifests.of(wishes).forEach(object -> put(all, Json.yaml(object)));
    return all;
  }

  private static Map<String, Object> objects(String rendered) {
    Map<String, Object> all = new TreeMap<>();
    Arrays.stream(rendered.split("(?m)^---$"))
        .filter(document -> document.contains("apiVersion:"))
        .forEach(document -> put(all, document));
    return all;
  }

  /** As the server would read it: without what only Helm reads. */
  private static void put(Map<String, Object> all, String document) {
    HasMetadata object = Json.readYaml(document, GenericKubernetesResource.class);
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    annotations.keySet().removeIf(key -> key.startsWith("helm.sh/"));
    String key =
        object.getKind()
            + " "
            + object.getMetadata().getNamespace()
            + "/"
            + object.getMetadata().getName();
    all.put(key, Json.tree(object));
  }
}
