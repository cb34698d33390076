package io.sluice.manager.consumer.namespaces;

import static io.sluice.manager.consumer.namespaces.Consumer.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.policy.ClusterNamespaceOffloading;
import io.sluice.api.policy.ClusterNamespaceOffloadingSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Namespaces that are extended because they are labelled so (D-18). */
@NeedsClusters("home")
class NamespaceRuleApiTest {
  private static final Kind<ClusterNamespaceOffloading> RULES =
      Kind.of(ClusterNamespaceOffloading.class);

  private static Consumer consumer;

  @BeforeAll
  static void start(Cluster home) {
    consumer = new Consumer(home);
  }

  @AfterAll
  static void stop() {
    consumer.close();
  }

  @Test
  void theSwitchExtendsAndItsRemovalWithdraws() {
    consumer.home.namespace("t-on", Map.of(Labels.ENABLED, Labels.TRUE));

    NamespaceOffloading made = awaitOffloading("t-on");
    assertThat(made.getSpec().podOffloadingStrategy())
        .isEqualTo(PodOffloadingStrategy.LOCAL_AND_REMOTE);
    assertThat(made.getMetadata().getAnnotations())
        .containsEntry(Annotations.RESOURCE_CONTROLLED_BY, Labels.ENABLED);

    consumer.home.kubectl("label", "ns", "t-on", Labels.ENABLED + "-");
    await().atMost(SOON).until(() -> isGone("t-on"));
  }

  @Test
  void whatPeopleWroteIsLeftAlone() {
    consumer.home.namespace("t-own", Map.of());
    consumer.home.extend("t-own", spec(PodOffloadingStrategy.LOCAL));
    consumer.home.kubectl("label", "ns", "t-own", Labels.ENABLED + "=true");

    // Local says no to the switch's own policy too.
    consumer.awaitSchedulingLabel("t-own", Labels.FALSE);
    assertThat(consumer.offloading("t-own").getSpec().podOffloadingStrategy())
        .isEqualTo(PodOffloadingStrategy.LOCAL);

    consumer.home.kubectl("label", "ns", "t-own", Labels.ENABLED + "-");
    consumer.awaitSchedulingLabel("t-own", null);
    assertThat(isGone("t-own")).isFalse();
  }

  @Test
  void aRuleExtendsWhatItSelectsFollowsItsChangesAndEnds() {
    ClusterNamespaceOffloading rule = rule("copper", Map.of("metal", "copper"));
    consumer.home.namespace("t-copper", Map.of("metal", "copper"));
    consumer.home.namespace("t-tin", Map.of("metal", "tin"));

    NamespaceOffloading made = awaitOffloading("t-copper");
    assertThat(made.getMetadata().getAnnotations())
        .containsEntry(Annotations.RESOURCE_CONTROLLED_BY, "clusternamespaceoffloading/copper");
    assertThat(made.getSpec().podOffloadingStrategy()).isEqualTo(PodOffloadingStrategy.REMOTE);
    assertThat(isGone("t-tin")).isTrue();
    await()
        .atMost(SOON)
        .until(
            () -> {
              var status = consumer.home.api().get(RULES, Ref.cluster("copper")).getStatus();
              return status != null && Integer.valueOf(1).equals(status.matchedNamespaces());
            });

    consumer
        .home
        .api()
        .patch(
            RULES,
            Ref.cluster("copper"),
            Patch.merge(Map.of("spec", Map.of("podOffloadingStrategy", "LocalAndRemote"))));
    await()
        .atMost(SOON)
        .until(
            () ->
                consumer.offloading("t-copper").getSpec().podOffloadingStrategy()
                    == PodOffloadingStrategy.LOCAL_AND_REMOTE);

    consumer.home.api().delete(RULES, Ref.cluster("copper"), rule.getMetadata().getUid(), null);
    await().atMost(SOON).until(() -> isGone("t-copper"));
  }

  private static NamespaceOffloading awaitOffloading(String namespace) {
    await().atMost(SOON).until(() -> !isGone(namespace));
    return consumer.offloading(namespace);
  }

  private static boolean isGone(String namespace) {
    try {
      consumer.offloading(namespace);
      return false;
    } catch (ApiFailure failure) {
      assertThat(failure.problem()).isEqualTo(Problem.NOT_FOUND);
      return true;
    }
  }

  private static ClusterNamespaceOffloading rule(String name, Map<String, String> labels) {
    ClusterNamespaceOffloading rule = new ClusterNamespaceOffloading();
    rule.setMetadata(new ObjectMetaBuilder().withName(name).build());
    rule.setSpec(
        new ClusterNamespaceOffloadingSpec(
            new LabelSelectorBuilder().addToMatchLabels(labels).build(),
            MappingStrategy.DEFAULT_NAME,
            PodOffloadingStrategy.REMOTE,
            null));
    return consumer.home.create(rule);
  }

  private static NamespaceOffloadingSpec spec(PodOffloadingStrategy strategy) {
    return new NamespaceOffloadingSpec(MappingStrategy.DEFAULT_NAME, null, strategy, null);
  }
}
