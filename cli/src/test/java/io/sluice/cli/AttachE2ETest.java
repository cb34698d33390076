package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.model.CommandResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person who may use a namespace of a cluster where nothing of Sluice is installed. */
@NeedsClusters({"home", "away"})
class AttachE2ETest {
  private static final String OURS = "--selector=offloading.liqo.io/origin=rome";

  @TempDir private static Path folder;

  @Test
  void attachesUsesAndDetachesWithoutATrace(Cluster home, Cluster away) throws Exception {
    Told.in(home.kubeconfig(), "install", "--cluster-id", "rome").succeeds();
    lend(away);
    Path credentials = away.kubeconfig("borrower");
    try (RunningManager _ = RunningManager.of(home.kubeconfig(), folder)) {
      attach(home, credentials).fails(1, "may see neither nodes nor quotas", "--cpu and --memory");
      attach(home, credentials, "--cpu=4", "--memory=4Gi").succeeds();
      attach(home, credentials, "--cpu=2", "--memory=4Gi").succeeds(); // again: resized
      uses(home, away);

      Told.in(home.kubeconfig(), "detach-cluster", "lyon").fails(1, "not attached", "status");
      Told.in(home.kubeconfig(), "detach-cluster", "bare").succeeds();
      leavesNothing(home, away);
      Told.in(home.kubeconfig(), "unoffload", "namespace", "field").succeeds();
    }
    Told.in(home.kubeconfig(), "uninstall", "--purge").succeeds();
    home.kubectl("delete", "namespace", "field", "--wait=false");
    away.kubectl("delete", "namespace", "lent", "--wait=false");
    away.kubectl("delete", "clusterrole", "sluice-agentless");
  }

  /** The owner of the other cluster gives a user a role in one namespace, and nothing else. */
  private static void lend(Cluster away) throws Exception {
    away.kubectl("create", "namespace", "lent").outOrThrow();
    Path role = folder.resolve("role.yaml");
    Files.writeString(role, Told.of("attach-cluster", "--print-role").succeeds().out());
    away.kubectl("apply", "-f", role.toString()).outOrThrow();
    away.kubectl(
            "create",
            "rolebinding",
            "borrower",
            "--clusterrole=sluice-agentless",
            "--user=borrower",
            "-n=lent")
        .outOrThrow();
  }

  private static Told attach(Cluster home, Path credentials, String... amounts) {
    String[] all = java.util.Arrays.copyOf(amounts, amounts.length + 4);
    all[amounts.length] = "attach-cluster";
    all[amounts.length + 1] = "bare";
    all[amounts.length + 2] = "--agentless";
    all[amounts.length + 3] = "--remote-kubeconfig=" + credentials;
    java.util.Collections.rotate(java.util.Arrays.asList(all), 4);
    return Told.in(home.kubeconfig(), all);
  }

  private static void uses(Cluster home, Cluster away) {
    home.kubectl("create", "namespace", "field").outOrThrow();
    Told.in(
            home.kubeconfig(),
            "offload",
            "namespace",
            "field",
            "--pod-offloading-strategy=Remote",
            "--namespace-mapping-strategy=SelectedName",
            "--remote-namespace-name=lent")
        .succeeds();
    home.kubectl("create", "configmap", "settings", "-n=field", "--from-literal=a=b").outOrThrow();
    CommandResult made =
        home.kubectl("create", "deployment", "web", "-n=field", "--image=web:1", "--replicas=2");
    assertThat(made.exitCode()).as(made.err()).isZero();
    soon(
        () ->
            assertThat(
                    home.kubectl(
                            "get",
                            "deploy",
                            "web",
                            "-n=field",
                            "-o=jsonpath={.status.readyReplicas}")
                        .out())
                .isEqualTo("2"));
    soon(
        () ->
            assertThat(away.kubectl("get", "rs,cm", "-n=lent", OURS, "-o=name").out())
                .contains("replicaset.apps/web-", "configmap/settings"));
    assertThat(Told.in(home.kubeconfig(), "status").succeeds().out())
        .containsPattern("bare +bare +Ready +Running");
    assertThat(home.kubectl("get", "node", "bare", "-o=jsonpath={.status.allocatable.cpu}").out())
        .isEqualTo("2");
  }

  private static void leavesNothing(Cluster home, Cluster away) {
    assertThat(away.kubectl("get", "rs,jobs,pods,cm,secrets,svc", "-n=lent", OURS, "-o=name").out())
        .isEmpty();
    assertThat(away.kubectl("get", "namespace", "lent", "-o=jsonpath={.status.phase}").out())
        .isEqualTo("Active");
    assertThat(home.kubectl("get", "virtualnodes,namespacemaps", "-A", "-o=name").out()).isEmpty();
    assertThat(home.kubectl("get", "nodes,namespaces,foreignclusters", "-o=name").out())
        .doesNotContain("bare");
  }

  private static void soon(org.awaitility.core.ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
  }
}
