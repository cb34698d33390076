package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.model.CommandResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A person with two clusters: installs, peers, offloads, sees, leaves; all by commands, those of
 * the quick start first.
 */
@NeedsClusters({"home", "away"})
class JourneyE2ETest {
  @TempDir private static Path folder;

  @Test
  void installsPeersOffloadsSeesAndLeaves(Cluster home, Cluster away) throws Exception {
    try (QuickStart page = new QuickStart(home, away, folder)) {
      page.follow("1. Install in both");
      assertThat(page.follow("2. Peer"))
          .contains("milan: verdict on rome", "granted: cpu 2")
          .containsPattern("milan +Ready +agent");
      peers(home, away);
      assertThat(page.follow("3. Offload")).containsPattern("web-\\S+ +1/1 +Running .* milan ");
      assertThat(page.follow("4. Look around"))
          .containsPattern("milan +milan +Ready +Running +2 ")
          .contains("NEXT  nothing");
      offloads(home, away);
      isWell(home);
      saysWhatItWouldDo(home, away);
      borrowsMore(home);
      helpsThoseWhoHelp(home);
      lends(away);
      page.follow("5. The way back");
      leaves(home, away);
      peersByHand(home, away);
      page.follow("6. Take Sluice out");
    }
    for (Cluster cluster : List.of(home, away)) {
      Told.in(cluster.kubeconfig(), "uninstall", "--purge").succeeds(); // again: nothing to do
      soon(() -> assertThat(Leftovers.of(cluster)).isEmpty());
    }
  }

  private static void peers(Cluster home, Cluster away) {
    Told peered = Told.between(home, away, "peer", "--cpu", "2").succeeds();
    assertThat(peered.out()).isEmpty();
    assertThat(peered.err()).contains("granted: cpu 2");
    Told.between(home, away, "peer", "--cpu", "2").succeeds(); // again: nothing to do

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(Told.in(home.kubeconfig(), "status").succeeds().out())
                    .containsPattern("milan +Provider +Healthy +Healthy")
                    .containsPattern("milan +milan +Ready +Running")
                    .containsPattern("milan +borrowed from milan +Accepted +Accepted"));
    assertThat(Told.in(away.kubeconfig(), "status", "-o", "json").succeeds().out())
        .contains("\"clusterID\":\"milan\"", "\"direction\":\"lent to\",\"peer\":\"rome\"");
  }

  private static void offloads(Cluster home, Cluster away) {
    home.kubectl("create", "namespace", "shop");
    Told.in(home.kubeconfig(), "offload", "namespace", "shop", "--pod-offloading-strategy=Remote")
        .succeeds();
    CommandResult made =
        home.kubectl(
            "run", "web", "-n", "shop", "--image=registry.example/web:1", "--restart=Always");
    assertThat(made.exitCode()).as(made.err()).isZero();
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(home.kubectl("get", "pod", "web", "-n", "shop", "-o", "wide").out())
                    .containsPattern("Running.*milan"));
    assertThat(Told.in(home.kubeconfig(), "status").out())
        .containsPattern("shop +Ready +Remote +milan: shop-rome");
    assertThat(away.kubectl("get", "pods", "-n", "shop-rome").out()).contains("web");
    assertThat(Told.in(home.kubeconfig(), "explain", "namespace", "shop").succeeds().out())
        .containsPattern("ConfigMap +kube-root-ca.crt +kube-root-ca.crt.");
    assertThat(Told.in(home.kubeconfig(), "explain", "pod", "web", "-n", "shop").succeeds().out())
        .containsPattern("ok +Scheduled .* scheduler +on node milan")
        .containsPattern("ok +ShadowAccepted .* kubelet of milan +in namespace shop-rome of milan")
        .containsPattern("ok +RemoteCreated .* manager of milan")
        .containsPattern("ok +RemoteScheduled .* scheduler of milan")
        .containsPattern("ok +Running ")
        .contains("NEXT  nothing");
  }

  private static void isWell(Cluster home) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(Told.in(home.kubeconfig(), "doctor").succeeds().out())
                    .containsPattern("ok +way to milan")
                    .containsPattern("ok +certificate from milan")
                    .containsPattern("ok +roles")
                    .containsPattern("ok +node milan")
                    .containsPattern("ok +namespace shop"));
  }

  /** Nothing happens: the next steps find everything in its place. */
  private static void saysWhatItWouldDo(Cluster home, Cluster away) {
    assertThat(Told.between(home, away, "unpeer", "--dry-run").succeeds().out())
        .contains("to be deleted in rome", "to be deleted in milan", "\"Identity\"", "\"Tenant\"")
        .doesNotContain("\ndata:", "spec:", "managedFields");
    assertThat(
            Told.in(home.kubeconfig(), "unoffload", "namespace", "shop", "--dry-run")
                .succeeds()
                .out())
        .contains("NamespaceOffloading");
    assertThat(
            Told.in(away.kubeconfig(), "set", "sharing-percentage", "10", "--dry-run")
                .succeeds()
                .out())
        .contains("percentage: \"10\"");
    assertThat(Told.in(away.kubeconfig(), "drain", "tenant", "rome", "--dry-run").succeeds().out())
        .contains("tenantCondition: \"Drained\"");
    assertThat(away.kubectl("get", "tenants", "-A", "-o", "yaml").out()).doesNotContain("Drained");
  }

  private static void borrowsMore(Cluster home) {
    Told.in(
            home.kubeconfig(),
            "create",
            "resourceslice",
            "more",
            "--remote-cluster-id=milan",
            "--cpu=1",
            "--no-create-virtual-node")
        .succeeds();
    assertThat(Told.in(home.kubeconfig(), "get", "resourceslices").succeeds().out())
        .containsPattern("milan +liqo-tenant-milan +milan +Accepted +Accepted +cpu 2")
        .containsPattern("more +liqo-tenant-milan +milan +Accepted +Accepted +cpu 1");
    assertThat(Told.in(home.kubeconfig(), "get", "virtualnode", "milan", "-o", "json").out())
        .startsWith("[")
        .contains("\"clusterID\":\"milan\"");
    Told.in(home.kubeconfig(), "get", "virtualnode", "turin")
        .fails(1, "no VirtualNode turin", "do");
    Told.in(home.kubeconfig(), "delete", "resourceslice", "more").succeeds();
    Told.in(home.kubeconfig(), "delete", "resourceslice", "more").succeeds(); // nothing to do
    Told.in(home.kubeconfig(), "create", "resourceslice", "x", "--remote-cluster-id=turin")
        .fails(1, "not peered with turin", "sluice peer");
  }

  /** The archive holds what happened, and nothing that lets anybody in. */
  private static void helpsThoseWhoHelp(Cluster home) throws IOException {
    Path file = folder.resolve("support.zip");
    Told.in(home.kubeconfig(), "support-bundle", "--file", file.toString()).succeeds();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<String> names = zip.stream().map(ZipEntry::getName).toList();
      assertThat(names)
          .contains("doctor.yaml", "cluster/virtualnodes.offloading.liqo.io.yaml")
          .noneMatch(name -> name.contains("secret"));
      for (String name : names) {
        try (InputStream in = zip.getInputStream(zip.getEntry(name))) {
          assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
              .as(name)
              .doesNotContain("PRIVATE KEY", "client-key-data", "LS0tLS1CRUdJTiBQUklWQVRF");
        }
      }
    }
    Told.in(home.kubeconfig(), "support-bundle", "--file", file.toString())
        .fails(2, "is there already", "--file");
  }

  private static void lends(Cluster away) {
    Told.in(away.kubeconfig(), "set", "sharing-percentage", "50").succeeds();
    Told.in(away.kubeconfig(), "cordon", "tenant", "rome").succeeds();
    assertThat(away.kubectl("get", "tenants", "-A", "-o", "yaml").out())
        .contains("tenantCondition: Cordoned");
    Told.in(away.kubeconfig(), "uncordon", "tenant", "rome").succeeds();
    Told.in(away.kubeconfig(), "cordon", "tenant", "naples").fails(1, "not a tenant", "status");
    Told.in(away.kubeconfig(), "uninstall").fails(1, "there is 1", "nothing was changed");
  }

  private static void leaves(Cluster home, Cluster away) {
    Told.in(home.kubeconfig(), "unoffload", "namespace", "shop").succeeds();
    soon(
        () ->
            assertThat(away.kubectl("get", "pods", "--all-namespaces").out())
                .doesNotContain("web"));

    Told.between(home, away, "unpeer").succeeds();
    Told.between(home, away, "unpeer").succeeds(); // again: nothing to do
    assertThat(home.kubectl("get", "resourceslices,identities,virtualnodes", "-A").out()).isEmpty();
    assertThat(away.kubectl("get", "tenants,resourceslices", "-A").out()).isEmpty();
    // what Kubernetes' own garbage collector takes away comes a moment later
    soon(() -> assertThat(away.kubectl("get", "quotas", "-A").out()).isEmpty());
    soon(() -> assertThat(home.kubectl("get", "nodes").out()).doesNotContain("milan"));
  }

  private static void soon(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
  }

  /** Nobody has both kubeconfigs: only what is printed goes over. */
  private static void peersByHand(Cluster home, Cluster away) throws IOException {
    Path there = away.kubeconfig();
    String nonce = Told.in(there, "generate", "nonce", "--remote-cluster-id=rome").succeeds().out();
    applies(
        away,
        Told.in(
            home.kubeconfig(),
            "generate",
            "tenant",
            "--remote-cluster-id=milan",
            "--nonce=" + nonce.strip()));
    applies(home, Told.in(there, "generate", "identity", "--remote-cluster-id=rome"));
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(Told.in(home.kubeconfig(), "status").out())
                    .containsPattern("milan +Provider +Healthy +Healthy"));
    Told.between(home, away, "unpeer").succeeds();
  }

  private static void applies(Cluster cluster, Told told) throws IOException {
    assertThat(told.succeeds().out()).doesNotContain("PRIVATE");
    Path file = Files.writeString(folder.resolve("manifest.yaml"), told.out());
    CommandResult applied = cluster.kubectl("apply", "-f", file.toString());
    assertThat(applied.exitCode()).as(applied.err()).isZero();
  }
}
