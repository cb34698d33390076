package io.sluice.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.api.vocab.Labels;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.border.Patience;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Helm in one cluster and `install` in another give the same live objects. */
@NeedsClusters({"home", "away"})
class ChartE2ETest {
  private static final Ref OWN = Ref.cluster("sluice");
  @TempDir private static Path folder;

  @Test
  void helmAndInstallGiveTheSameLiveObjects(Cluster home, Cluster away) throws IOException {
    Render.write(folder, "1.2.3");
    Wishes wishes =
        new Wishes(
            "milan",
            "sluice",
            "1.2.3",
            new Wishes.Lending(70, Map.of("zone", "south"), Wishes.Profile.HARDENED),
            new Wishes.Running("registry.example/sluice:1", "https://milan.example:6443"));
    try (Target there = target(home);
        Api here = connect(away)) {
      Progress quiet = Progress.on(new PrintWriter(new StringWriter()));
      Patience patience = Patience.inAll(Duration.ofMinutes(2));
      new Installer(there, patience, quiet).install(wishes, false);
      helm(away);

      for (HasMetadata object : Manifests.of(wishes)) {
        if (!Ref.of(object).equals(OWN)) { // Helm can't own the namespace that it lives in
          assertThat(live(here, object))
              .as(object.getKind() + " " + Ref.of(object))
              .isEqualTo(live(there.api(), object));
        }
      }
      new Uninstaller(there, patience, quiet).uninstall(true);
    }
    leave(away);
  }

  private static void helm(Cluster cluster) {
    new Helm(folder.resolve("chart"))
        .install()
        .withName("sluice")
        .withNamespace("sluice")
        .createNamespace()
        .withKubeConfig(cluster.kubeconfig())
        .set("clusterID", "milan")
        .set("apiServer", "https://milan.example:6443")
        .set("image", "registry.example/sluice:1")
        .set("profile", "hardened")
        .set("sharingPercentage", 70)
        .set("clusterLabels.zone", "south")
        .waitReady()
        .withTimeout(120)
        .call();
  }

  /** The kinds stay by the chart's wish, so that no upgrade can lose what is of these kinds. */
  private static void leave(Cluster cluster) {
    Helm.uninstall("sluice").withNamespace("sluice").withKubeConfig(cluster.kubeconfig()).call();
    cluster.kubectl("delete", "namespace", "sluice", "liqo-storage", "--ignore-not-found");
    String kinds = cluster.kubectl("get", "crds", "-o", "name").outOrThrow();
    List<String> ours = kinds.lines().filter(kind -> kind.matches(".*(liqo|sluice).io")).toList();
    assertThat(ours).isNotEmpty();
    ours.forEach(kind -> cluster.kubectl("delete", kind).outOrThrow());
  }

  /** Without what differs in any two clusters, and without Helm's own marks. */
  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> Map<String, @Nullable Object> live(Api api, T object) {
    Kind<T> kind = (Kind<T>) Kind.of(object.getClass());
    GenericKubernetesResource found =
        Json.convert(api.get(kind, Ref.of(object)), GenericKubernetesResource.class);
    ObjectMeta meta = found.getMetadata();
    meta.setUid(null);
    meta.setResourceVersion(null);
    meta.setCreationTimestamp(null);
    meta.setGeneration(null);
    meta.setManagedFields(null);
    meta.getLabels().remove(Labels.APP_MANAGED_BY);
    meta.getAnnotations().keySet().removeIf(key -> key.contains("helm.sh/"));
    found.getAdditionalProperties().remove("status");
    return Json.tree(found);
  }

  private static Target target(Cluster cluster) {
    return new Target(connect(cluster), "local");
  }

  private static Api connect(Cluster cluster) {
    return new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(), null), "test");
  }
}
