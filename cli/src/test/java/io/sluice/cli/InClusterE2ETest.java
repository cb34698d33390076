package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.host.Shell;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.model.CommandResult;
import io.sluice.testbed.model.NodeKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Every role runs from the image, inside the clusters, under the generated rights. */
@NeedsClusters(
    value = {"home", "away"},
    nodes = NodeKind.REAL)
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InClusterE2ETest {
  private static final Path ARCHIVE = Path.of("../target/image/sluice.tar");
  private static final long LARGEST = 120_000_000;
  private static final String IMAGE = "sluice.io/sluice:" + Version.number();

  @BeforeAll
  static void build() {
    CommandResult built = Shell.run(Duration.ofMinutes(5), Map.of(), List.of("../tools/image"));
    assertThat(built.exitCode()).as(built.err() + built.out()).isZero();
  }

  @Test
  @Order(1)
  void theImageIsSmall() throws IOException {
    assertThat(Files.size(ARCHIVE)).isLessThan(LARGEST); // its layers are compressed already
  }

  @Test
  @Order(2)
  void installsPeersOffloadsAndLeavesNothing(Cluster home, Cluster away) {
    Set<String> before = Leftovers.inventory(home);
    for (Cluster cluster : List.of(home, away)) {
      cluster.importImage(ARCHIVE.toAbsolutePath().normalize());
    }
    install(home, "rome");
    install(away, "milan");
    Told.between(home, away, "peer", "--cpu", "1", "--memory", "1Gi").succeeds();
    soon(() -> assertThat(home.kubectl("get", "node", "milan").out()).contains(" Ready"));
    assertThat(home.kubectl("get", "deployments", "-n", "liqo-tenant-milan").out())
        .containsPattern("vk-milan +1/1");

    offloads(home, away);
    assertThat(Told.in(home.kubeconfig(), "doctor").succeeds().out()).doesNotContain("!!");

    Told.in(home.kubeconfig(), "unoffload", "namespace", "shop").succeeds();
    Told.between(home, away, "unpeer").succeeds();
    for (Cluster cluster : List.of(home, away)) {
      Told.in(cluster.kubeconfig(), "uninstall", "--purge").succeeds();
    }
    home.kubectl("delete", "namespace", "shop").outOrThrow();
    soon(() -> assertThat(Leftovers.of(home)).isEmpty());
    soon(() -> assertThat(Leftovers.of(away)).isEmpty());
    assertThat(Leftovers.inventory(home)).containsAll(before);
  }

  private static void install(Cluster cluster, String id) {
    Told.in(cluster.kubeconfig(), "install", "--cluster-id", id, "--image", IMAGE).succeeds();
    assertThat(cluster.kubectl("get", "deployments", "-n", "sluice").out())
        .containsPattern("sluice-manager +2/2");
    soon(
        () ->
            assertThat(Told.in(cluster.kubeconfig(), "status").succeeds().out())
                .contains("running"));
  }

  private static void offloads(Cluster home, Cluster away) {
    home.kubectl("create", "namespace", "shop").outOrThrow();
    Told.in(home.kubeconfig(), "offload", "namespace", "shop", "--pod-offloading-strategy=Remote")
        .succeeds();
    home.kubectl(
            "run",
            "web",
            "-n",
            "shop",
            "--image=docker.io/library/busybox:1",
            "--image-pull-policy=IfNotPresent",
            "--command",
            "--",
            "sh",
            "-c",
            "echo hello from afar; exec sleep 1000")
        .outOrThrow();
    soon(
        () ->
            assertThat(home.kubectl("get", "pod", "web", "-n", "shop", "-o", "wide").out())
                .containsPattern("Running.*milan"));
    assertThat(away.kubectl("get", "pods", "-n", "shop-rome", "-o", "wide").out())
        .containsPattern("web .*Running.*away-real-node");
    soon(
        () ->
            assertThat(home.kubectl("logs", "web", "-n", "shop").out())
                .contains("hello from afar"));
    soon(
        () ->
            assertThat(home.kubectl("exec", "web", "-n", "shop", "--", "echo", "again").out())
                .contains("again"));
  }

  private static void soon(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(90)).untilAsserted(assertion);
  }
}
