package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What can't be peered: one line what, one line what to do, an exit code, nothing half made. */
@NeedsClusters({"home", "away"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalsE2ETest {
  private Cluster home;
  private Cluster away;

  @BeforeAll
  void clusters(Cluster home, Cluster away) {
    this.home = home;
    this.away = away;
    Told.in(home.kubeconfig(), "install", "--cluster-id", "rome").succeeds();
  }

  @BeforeEach
  void install() {
    Told.in(away.kubeconfig(), "install", "--cluster-id", "milan").succeeds();
  }

  @AfterEach
  void nothingIsHalfMade() {
    for (Cluster cluster : List.of(home, away)) {
      assertThat(cluster.kubectl("get", "namespaces", "-l", "liqo.io/tenant-namespace").out())
          .isEmpty();
    }
  }

  @AfterAll
  void leave() {
    for (Cluster cluster : List.of(home, away)) {
      Told.in(cluster.kubeconfig(), "uninstall", "--purge").succeeds();
    }
  }

  @Test
  void theSameClusterTwice() {
    Told.between(home, home, "peer").fails(2, "same cluster", "another --remote-kubeconfig");
  }

  @Test
  void twoClustersWithOneId() {
    says("CLUSTER_ID", "rome");
    Told.between(home, away, "peer").fails(1, "both clusters are called rome", "--cluster-id");
    says("CLUSTER_ID", "milan");
  }

  @Test
  void anotherProtocol() {
    says("SLUICE_PROTOCOL", "v9");
    Told.between(home, away, "peer").fails(1, "milan speaks v9", "run `sluice install`");
  }

  @Test
  void anotherIdThanBefore() {
    Told.in(away.kubeconfig(), "install", "--cluster-id", "turin")
        .fails(1, "already called milan", "--cluster-id milan");
  }

  @Test
  void aProviderThatIsNotInstalled() {
    Told.between(home, away, "peer", "--namespace", "nowhere").fails(1, "not installed", "install");
  }

  @Test
  void aProviderWithoutTheKinds() {
    away.kubectl("delete", "crd", "tenants.authentication.liqo.io").outOrThrow();
    Told.between(home, away, "peer")
        .fails(1, "remote cluster does not serve tenants", "nothing was changed");
  }

  @Test
  void aProviderThatIsDown(@TempDir Path folder) throws IOException {
    String config =
        Files.readString(away.kubeconfig()).replace(away.server(), "https://127.0.0.1:1");
    Path dead = Files.writeString(folder.resolve("dead"), config);
    Told.in(home.kubeconfig(), "peer", "--remote-kubeconfig", dead.toString())
        .fails(1, "remote cluster does not answer", "check that it runs");
  }

  @Test
  void somebodyWithoutRights() {
    Path nobody = away.kubeconfig("nobody");
    Told.in(home.kubeconfig(), "peer", "--remote-kubeconfig", nobody.toString())
        .fails(1, "not allowed in the remote cluster", "ask for this right");
    Told.in(nobody, "install", "--cluster-id", "milan").fails(1, "not allowed", "ask for");
    Told.in(nobody, "uninstall").fails(1, "not allowed", "ask for");
  }

  @Test
  void somebodyWhoMayOnlyRead() {
    away.kubectl("create", "clusterrolebinding", "reads", "--clusterrole=view", "--user=reader");
    away.kubectl("create", "clusterrole", "sees", "--verb=get,list", "--resource=namespaces");
    away.kubectl("create", "clusterrolebinding", "sees", "--clusterrole=sees", "--user=reader");
    Path reader = away.kubeconfig("reader");
    Told.in(home.kubeconfig(), "peer", "--remote-kubeconfig", reader.toString())
        .fails(1, "you may not create namespaces in the remote cluster", "nothing was changed");
    away.kubectl("delete", "clusterrolebinding/reads", "clusterrolebinding/sees");
    away.kubectl("delete", "clusterrole/sees");
  }

  @Test
  void aNamespaceThatIsSomebodyElses() {
    away.kubectl("create", "namespace", "liqo-tenant-rome").outOrThrow();
    Told.between(home, away, "peer")
        .fails(1, "exists and is not the tenant namespace of rome", "run the command again");
    away.kubectl("delete", "namespace", "liqo-tenant-rome").outOrThrow();
  }

  @Test
  void aNamespaceThatNoProviderTakes() {
    Told.in(home.kubeconfig(), "offload", "namespace", "kube-public")
        .fails(1, "no provider takes namespace kube-public", "nothing was changed");
    assertThat(home.kubectl("get", "namespaceoffloadings", "-A").out()).isEmpty();
  }

  @Test
  void aNamespaceThatIsNotThere() {
    Told.in(home.kubeconfig(), "offload", "namespace", "nowhere").fails(1, "no namespace nowhere");
    Told.in(home.kubeconfig(), "what-leaves", "nowhere").fails(1, "no namespace nowhere");
  }

  /** Nobody answers the challenge: no manager runs. Then the way back is taken, twice. */
  @Test
  void whatTakesTooLongIsSaidAndCanBeUndone() {
    Told.between(home, away, "peer", "--timeout", "1s").fails(3, "timed out", "managers run");
    for (int i = 0; i < 2; i++) {
      Told.between(home, away, "unpeer", "--timeout", "20s").succeeds();
    }
    home.kubectl("delete", "namespace", "liqo-tenant-milan").outOrThrow();
    away.kubectl("delete", "namespace", "liqo-tenant-rome").outOrThrow();
  }

  private void says(String key, String value) {
    String patch = "{\"data\":{\"%s\":\"%s\"}}".formatted(key, value);
    away.kubectl(
            "patch",
            "configmap",
            "liqo-clusterid-configmap",
            "-n",
            "sluice",
            "--type=merge",
            "-p",
            patch)
        .outOrThrow();
  }
}
