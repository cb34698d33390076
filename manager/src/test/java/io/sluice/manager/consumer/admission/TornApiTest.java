package io.sluice.manager.consumer.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.manager.consumer.Home;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** In a cluster of its own: the API server takes a while to find kinds that came back. */
@NeedsClusters("torn")
class TornApiTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  /** T-29: an unresolved parameter kind must not stop the pods of others. */
  @Test
  void podsOfOtherNamespacesAreCreatedWhenSluiceIsDownAndItsKindsAreGone(Cluster torn) {
    try (Home home = Home.of(torn)) {
      PolicyController controller =
          new PolicyController(
              home.api(),
              PodPolicies.of(Names.RUNTIME_CLASS, Names.SYSTEM_NAMESPACE),
              new NamespaceChecks("milan"));
      controller.start();
      home.namespace("t-switched", Map.of(Labels.ENABLED, Labels.TRUE));
      home.namespace("t-torn", Map.of(Labels.SCHEDULING_ENABLED, Labels.TRUE));
      home.extend(
          "t-torn",
          new NamespaceOffloadingSpec(
              MappingStrategy.DEFAULT_NAME, null, PodOffloadingStrategy.REMOTE, null));
      await()
          .atMost(SOON)
          .ignoreExceptions()
          .until(() -> home.rehearse("t-torn", null).getAffinity(), Objects::nonNull);
      controller.close();

      home.kubectl("delete", "crd", "namespaceoffloadings.offloading.liqo.io");
      home.kubectl("delete", "crd", "clusternamespaceoffloadings.sluice.io");

      await().atMost(SOON).until(() -> isRefused(home, "t-torn"));
      assertThat(isRefused(home, "default")).isFalse();
      assertThat(isRefused(home, "kube-system")).isFalse();
      assertThat(tolerates(home.rehearse("t-switched", null))).isTrue();
    }
  }

  private static boolean isRefused(Home home, String namespace) {
    try {
      home.rehearse(namespace, null);
      return false;
    } catch (ApiFailure refused) {
      return true;
    }
  }

  private static boolean tolerates(PodSpec spec) {
    return spec.getTolerations().stream()
        .anyMatch(toleration -> Names.TAINT_NOT_ALLOWED.equals(toleration.getKey()));
  }
}
