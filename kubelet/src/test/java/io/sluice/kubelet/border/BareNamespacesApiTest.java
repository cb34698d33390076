package io.sluice.kubelet.border;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.translate.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** App. B: a namespace is given, or made where that is allowed, and left as it was found. */
@NeedsClusters("away")
class BareNamespacesApiTest {
  private static final BareNamespaces.Parties WHO = new BareNamespaces.Parties("rome", "bare");
  private static final String ORIGIN = "offloading.liqo.io/origin=rome";
  private static final String DESTINATION = "offloading.liqo.io/destination=bare";

  @Test
  void whoMayNeitherUseNorMakeOneIsToldWhichRightIsMissing(Cluster away, TestNamespace given) {
    try (Api user = as(away, "stranger")) {
      assertThat(new BareNamespaces(user, WHO).enter(given.name()))
          .isInstanceOfSatisfying(
              Outcome.Failed.class,
              failed ->
                  assertThat(failed.why())
                      .contains("may not create replicasets in namespace " + given.name())
                      .contains("we may not make it"));
    }
  }

  @Test
  void oneThatWasGivenIsUsedAndKeepsWhatIsNotOurs(Cluster away, TestNamespace given) {
    String namespace = "-n=" + given.name();
    away.kubectl("create", "configmap", "theirs", namespace).outOrThrow();
    away.kubectl("create", "configmap", "ours", namespace).outOrThrow();
    away.kubectl("label", "configmap", "ours", ORIGIN, DESTINATION, namespace).outOrThrow();
    away.kubectl("create", "rolebinding", "given", "--clusterrole=admin", "--user=guest", namespace)
        .outOrThrow();
    try (Api user = as(away, "guest")) {
      BareNamespaces bare = new BareNamespaces(user, WHO);
      assertThat(bare.enter(given.name())).isEqualTo(Outcome.ok(given.name()));
      await().atMost(Duration.ofSeconds(30)).until(() -> bare.leave(given.name()));
    }
    assertThat(away.kubectl("get", "configmaps", namespace, "-o=name").out())
        .contains("configmap/theirs")
        .doesNotContain("configmap/ours");
    assertThat(away.kubectl("get", "namespace", given.name(), "-o=name").out()).isNotEmpty();
  }

  @Test
  void oneThatWasMadeIsMarkedAndGoesAgain(Cluster away, TestNamespace given) {
    String made = given.name() + "-made";
    String builder = "builder-" + given.name();
    away.kubectl(
            "create",
            "clusterrolebinding",
            builder,
            "--clusterrole=cluster-admin",
            "--user=" + builder)
        .outOrThrow();
    try (Api user = as(away, builder)) {
      BareNamespaces bare = new BareNamespaces(user, WHO);
      assertThat(bare.enter(made)).isEqualTo(Outcome.ok(made));
      assertThat(bare.enter(made)).as("again").isEqualTo(Outcome.ok(made));
      assertThat(away.kubectl("get", "namespaces", "-l=" + ORIGIN, "-o=name").out()).contains(made);
      await().atMost(Duration.ofSeconds(60)).until(() -> bare.leave(made));
      assertThat(away.kubectl("get", "namespaces", "-o=name").out()).doesNotContain(made);
    } finally {
      away.kubectl("delete", "clusterrolebinding", builder);
    }
  }

  private static Api as(Cluster cluster, String user) {
    return new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(user), null), "test");
  }
}
