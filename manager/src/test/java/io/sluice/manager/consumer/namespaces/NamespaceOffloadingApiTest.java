package io.sluice.manager.consumer.namespaces;

import static io.sluice.manager.consumer.namespaces.Consumer.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.NamespaceMapPhase;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.offloading.OffloadingPhase;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A namespace is extended, followed and withdrawn (§5.1 to §5.3) on a real API server. */
@NeedsClusters("home")
class NamespaceOffloadingApiTest {
  private static final Kind<NamespaceOffloading> OFFLOADINGS = Kind.of(NamespaceOffloading.class);
  private static final Kind<Pod> PODS = Kind.of(Pod.class);

  private static Consumer consumer;

  @BeforeAll
  static void start(Cluster home) {
    consumer = new Consumer(home);
    consumer.provider("rome", Map.of("region", "eu"));
    consumer.provider("tokyo", Map.of("region", "asia"));
  }

  @AfterAll
  static void stop() {
    consumer.close();
  }

  @Test
  void extendsToTheSelectedProvidersAndBackAgain() {
    consumer.home.namespace("t-all", Map.of());
    consumer.home.extend(
        "t-all", spec(PodOffloadingStrategy.LOCAL_AND_REMOTE, in("region", "eu", "asia")));

    consumer.awaitEntry("rome", "t-all", "t-all-milan");
    consumer.awaitEntry("tokyo", "t-all", "t-all-milan");
    consumer.awaitSchedulingLabel("t-all", Labels.TRUE);
    consumer.answer("rome", "t-all", NamespaceMapPhase.ACCEPTED);
    awaitPhase("t-all", OffloadingPhase.IN_PROGRESS);
    consumer.answer("tokyo", "t-all", NamespaceMapPhase.ACCEPTED);
    awaitPhase("t-all", OffloadingPhase.READY);

    delete("t-all");
    consumer.awaitNoEntry("rome", "t-all");
    consumer.awaitNoEntry("tokyo", "t-all");
    consumer.awaitSchedulingLabel("t-all", null);
    awaitPhase("t-all", OffloadingPhase.TERMINATING);
    consumer.answer("rome", "t-all", null);
    assertThat(consumer.offloading("t-all").getStatus().remoteNamespacesConditions())
        .containsKey("tokyo");
    consumer.answer("tokyo", "t-all", null);
    awaitGone("t-all");
  }

  @Test
  void followsTheSelectorTheLabelsAndAnyVirtualNodeOfAProvider() {
    consumer.home.namespace("t-select", Map.of());
    consumer.home.extend(
        "t-select", spec(PodOffloadingStrategy.REMOTE, in("region", "asia", "moon")));

    consumer.awaitEntry("tokyo", "t-select", "t-select-milan");
    assertThat(consumer.entry("rome", "t-select")).isNull();

    // A second virtual node matches while the first does not: one is enough (§12.3.6). Without a
    // Node it counts by the labels that its Node will get.
    consumer.virtualNode("rome", "rome-gpu", Map.of("region", "moon"));
    consumer.awaitEntry("rome", "t-select", "t-select-milan");

    // The Node comes up with other labels: now they count.
    consumer.node("rome", "rome-gpu", Map.of("region", "eu"));
    consumer.awaitNoEntry("rome", "t-select");
    assertThat(consumer.entry("tokyo", "t-select")).isEqualTo("t-select-milan");
  }

  @Test
  void keepsTheTwinWhileANodeIsMissing() {
    consumer.provider("oslo", Map.of());
    label("oslo", "people", "like-it");
    consumer.home.namespace("t-lost", Map.of());
    consumer.home.extend("t-lost", spec(PodOffloadingStrategy.LOCAL, in("people", "like-it")));
    consumer.awaitEntry("oslo", "t-lost", "t-lost-milan");

    consumer.home.kubectl("delete", "node", "oslo");
    consumer.home.namespace("t-lost-later", Map.of());
    consumer.home.extend("t-lost-later", spec(PodOffloadingStrategy.LOCAL, null));

    consumer.awaitEntry("oslo", "t-lost-later", "t-lost-later-milan");
    assertThat(consumer.entry("oslo", "t-lost")).isEqualTo("t-lost-milan");

    consumer.node("oslo", "oslo", Map.of("people", "changed-their-mind"));
    consumer.awaitNoEntry("oslo", "t-lost");
  }

  @Test
  void anInvalidSelectorIsSaidAndChangesNothing() {
    consumer.home.namespace("t-invalid", Map.of());
    consumer.home.extend("t-invalid", spec(PodOffloadingStrategy.LOCAL, in("region", "eu")));
    consumer.awaitEntry("rome", "t-invalid", "t-invalid-milan");

    patchSpec("t-invalid", Map.of("clusterSelector", where("region", "Near", "eu")));

    await().atMost(SOON).until(() -> !consumer.events("t-invalid", Reasons.INVALID).isEmpty());
    assertThat(consumer.entry("rome", "t-invalid")).isEqualTo("t-invalid-milan");
  }

  @Test
  void localReflectsButDoesNotAdmit() {
    consumer.home.namespace("t-local", Map.of());
    consumer.home.extend("t-local", spec(PodOffloadingStrategy.LOCAL, null));

    consumer.awaitEntry("rome", "t-local", "t-local-milan");
    assertThat(consumer.schedulingLabel("t-local")).isNull();

    patchSpec("t-local", Map.of("podOffloadingStrategy", "Remote"));
    consumer.awaitSchedulingLabel("t-local", Labels.TRUE);
    patchSpec("t-local", Map.of("podOffloadingStrategy", "Local"));
    consumer.awaitSchedulingLabel("t-local", null);
  }

  @Test
  void podsThatWereThereBeforeGetAnAnswer() {
    consumer.home.namespace("t-before", Map.of());
    pod("t-before", "waits", null);
    pod("t-before", "runs", "home-kwok-0");

    consumer.home.extend("t-before", spec(PodOffloadingStrategy.REMOTE, null));

    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(consumer.events("t-before", Reasons.CREATED_BEFORE_STRATEGY))
                  .extracting(event -> event.getInvolvedObject().getName())
                  .contains("waits", Names.NAMESPACE_OFFLOADING);
              assertThat(consumer.events("t-before", Reasons.STRATEGY_VIOLATED))
                  .extracting(event -> event.getInvolvedObject().getName())
                  .contains("runs", Names.NAMESPACE_OFFLOADING);
            });
  }

  @Test
  void movesWhatATighterStrategyForbidsWhereTheUserAsksForIt() {
    consumer.home.namespace("t-move", Map.of());
    consumer.home.extend("t-move", spec(PodOffloadingStrategy.LOCAL_AND_REMOTE, null));
    consumer.awaitSchedulingLabel("t-move", Labels.TRUE);
    Pod owned = owned(pod("t-move", "owned", "home-kwok-0"));
    pod("t-move", "bare", "home-kwok-0");

    consumer
        .home
        .api()
        .patch(
            OFFLOADINGS,
            ref("t-move"),
            Patch.merge(
                Map.of(
                    "metadata",
                    Map.of("annotations", Map.of(Annotations.ON_VIOLATION, "move")),
                    "spec",
                    Map.of("podOffloadingStrategy", "Remote"))));

    await().atMost(SOON).until(() -> isGone(owned));
    await()
        .atMost(SOON)
        .until(
            () ->
                consumer.events("t-move", Reasons.STRATEGY_VIOLATED).stream()
                    .map(Event::getMessage)
                    .anyMatch(message -> message.contains("nothing would create it again")));
  }

  @Test
  void entriesOfATornOutNamespaceOffloadingAreTakenBack() {
    consumer.home.namespace("t-torn-out", Map.of());
    consumer.home.extend("t-torn-out", spec(PodOffloadingStrategy.REMOTE, null));
    consumer.awaitEntry("rome", "t-torn-out", "t-torn-out-milan");
    consumer.answer("rome", "t-torn-out", NamespaceMapPhase.ACCEPTED);

    delete("t-torn-out");
    consumer
        .home
        .api()
        .patch(
            OFFLOADINGS,
            ref("t-torn-out"),
            Patch.merge(Map.of("metadata", Map.of("finalizers", List.of()))));

    consumer.awaitNoEntry("rome", "t-torn-out");
    consumer.awaitSchedulingLabel("t-torn-out", null);
  }

  private static void awaitPhase(String namespace, OffloadingPhase phase) {
    await()
        .atMost(SOON)
        .until(() -> consumer.offloading(namespace).getStatus().offloadingPhase() == phase);
  }

  private static void awaitGone(String namespace) {
    await()
        .atMost(SOON)
        .until(
            () -> {
              try {
                consumer.offloading(namespace);
                return false;
              } catch (ApiFailure failure) {
                return failure.is(Problem.NOT_FOUND);
              }
            });
  }

  private static boolean isGone(Pod pod) {
    try {
      Pod now = consumer.home.api().get(PODS, Ref.of(pod));
      return now.getMetadata().getDeletionTimestamp() != null;
    } catch (ApiFailure failure) {
      return failure.is(Problem.NOT_FOUND);
    }
  }

  private static void delete(String namespace) {
    String uid = consumer.offloading(namespace).getMetadata().getUid();
    consumer.home.api().delete(OFFLOADINGS, ref(namespace), uid, null);
  }

  private static void patchSpec(String namespace, Map<String, Object> spec) {
    consumer.home.api().patch(OFFLOADINGS, ref(namespace), Patch.merge(Map.of("spec", spec)));
  }

  private static void label(String node, String key, String value) {
    consumer.home.kubectl("label", "node", node, key + "=" + value);
  }

  private static Pod pod(String namespace, String name, @Nullable String node) {
    return consumer.home.create(
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .withNewSpec()
            .withNodeName(node)
            .withAutomountServiceAccountToken(false)
            .addToNodeSelector(node == null ? Map.of("nowhere", "true") : Map.of())
            .addNewContainer()
            .withName("main")
            .withImage("pause")
            .endContainer()
            .endSpec()
            .build());
  }

  private static Pod owned(Pod pod) {
    return consumer
        .home
        .api()
        .patch(
            PODS,
            Ref.of(pod),
            Patch.merge(
                Map.of(
                    "metadata",
                    Map.of(
                        "ownerReferences",
                        List.of(
                            Map.of(
                                "apiVersion", "v1",
                                "kind", "Namespace",
                                "name", "default",
                                "uid", "0",
                                "controller", true))))));
  }

  private static NodeSelector in(String key, String... values) {
    return where(key, "In", values);
  }

  private static NodeSelector where(String key, String operator, String... values) {
    return new NodeSelectorBuilder()
        .addNewNodeSelectorTerm()
        .addNewMatchExpression()
        .withKey(key)
        .withOperator(operator)
        .withValues(values)
        .endMatchExpression()
        .endNodeSelectorTerm()
        .build();
  }

  private static NamespaceOffloadingSpec spec(
      PodOffloadingStrategy strategy, @Nullable NodeSelector selector) {
    return new NamespaceOffloadingSpec(MappingStrategy.DEFAULT_NAME, null, strategy, selector);
  }

  private static Ref ref(String namespace) {
    return new Ref(namespace, Names.NAMESPACE_OFFLOADING);
  }
}
