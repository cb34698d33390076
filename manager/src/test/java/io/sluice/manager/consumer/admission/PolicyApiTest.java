package io.sluice.manager.consumer.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.policy.ClusterNamespaceOffloading;
import io.sluice.api.policy.ClusterNamespaceOffloadingSpec;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.consumer.Home;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which pods the policies reach, and which they never may. */
@NeedsClusters("home")
class PolicyApiTest {

  /** The API server looks for kinds that it does not know yet every 30 s. */
  private static final Duration SOON = Duration.ofSeconds(60);

  private static Home home;
  private static PolicyController controller;

  @BeforeAll
  static void install(Cluster home) {
    PolicyApiTest.home = Home.of(home);
    controller =
        new PolicyController(
            PolicyApiTest.home.api(),
            PodPolicies.of(Names.RUNTIME_CLASS, Names.SYSTEM_NAMESPACE),
            new NamespaceChecks("milan"));
    controller.start();
  }

  @AfterAll
  static void uninstall() {
    controller.close();
    home.close();
  }

  @Test
  void theVeryFirstPodUnderTheSwitchIsPlaced() {
    home.namespace("t-switch", Map.of(Labels.ENABLED, Labels.TRUE));

    await().atMost(SOON).until(() -> tolerates(home.rehearse("t-switch", null)));
  }

  @Test
  void theVeryFirstPodUnderARuleIsPlacedUntilTheRuleIsGone() {
    ClusterNamespaceOffloading rule = rule("gold", "tier", "gold");
    home.namespace("t-rule", Map.of("tier", "gold"));
    home.namespace("t-no-rule", Map.of("tier", "silver"));

    await().atMost(SOON).until(() -> home.rehearse("t-rule", null).getAffinity(), Objects::nonNull);
    assertThat(home.rehearse("t-no-rule", null).getAffinity()).isNull();

    home.api()
        .delete(
            Kind.of(ClusterNamespaceOffloading.class),
            Ref.cluster("gold"),
            rule.getMetadata().getUid(),
            null);
    await().atMost(SOON).until(() -> home.rehearse("t-rule", null).getAffinity() == null);
    await().atMost(SOON).until(() -> !exists("gold.rule.pods.sluice.io"));
  }

  @Test
  void aRuleLeavesNamespacesAloneThatSayMore() {
    rule("iron", "tier", "iron");
    home.namespace("t-iron", Map.of("tier", "iron"));
    home.namespace("t-iron-own", Map.of("tier", "iron", Labels.SCHEDULING_ENABLED, Labels.FALSE));
    home.namespace("t-iron-twin", Map.of("tier", "iron", Labels.REMOTE_CLUSTER_ID, "rome"));

    await().atMost(SOON).until(() -> home.rehearse("t-iron", null).getAffinity(), Objects::nonNull);
    assertThat(home.rehearse("t-iron-own", null).getAffinity()).isNull();
    assertThat(home.rehearse("t-iron-twin", null).getAffinity()).isNull();
  }

  /** The API server refuses an update that drops a toleration. */
  @Test
  void anUpdateThatReplacesTolerationsKeepsOurs() {
    home.namespace("t-update", Map.of(Labels.ENABLED, Labels.TRUE));
    await().atMost(SOON).until(() -> tolerates(home.rehearse("t-update", null)));
    home.kubectl("run", "web", "--namespace=t-update", "--image=pause");

    await()
        .atMost(SOON)
        .ignoreExceptions()
        .untilAsserted(
            () ->
                home.kubectl(
                    "patch",
                    "pod/web",
                    "--namespace=t-update",
                    "--type=merge",
                    "--patch={\"spec\":{\"tolerations\":[%s]}}"
                        .formatted("{\"key\":\"other\",\"operator\":\"Exists\"}")));

    PodSpec spec = home.api().get(Kind.of(Pod.class), new Ref("t-update", "web")).getSpec();
    assertThat(tolerates(spec)).isTrue();
    assertThat(spec.getTolerations())
        .extracting(Toleration::getKey)
        .contains("other", Names.TAINT_NOT_ALLOWED);
  }

  @Test
  void podsOfTheRuntimeClassGoToVirtualNodesEvenUnderLocal() {
    home.namespace("t-runtime", Map.of(Labels.SCHEDULING_ENABLED, Labels.TRUE));
    home.extend("t-runtime", spec(PodOffloadingStrategy.LOCAL));

    PodSpec admitted = eventually(() -> home.rehearse("t-runtime", Names.RUNTIME_CLASS));

    assertThat(admitted.getNodeSelector()).containsEntry(Labels.TYPE, Labels.TYPE_VIRTUAL_NODE);
    assertThat(tolerates(admitted)).isTrue();
    assertThat(tolerates(home.rehearse("t-runtime", null))).isFalse();
  }

  @Test
  void onlyTheProbeIsAskedWhileAdmissionIsPending() {
    home.namespace("t-pending", Map.of(Labels.SCHEDULING_ENABLED, Labels.SCHEDULING_PENDING));

    assertThat(tolerates(eventually(() -> home.rehearse("t-pending", null)))).isFalse();
    await().atMost(SOON).until(() -> !PlacementProbe.answers(home.api(), "t-pending"));

    home.extend("t-pending", spec(PodOffloadingStrategy.LOCAL_AND_REMOTE));
    await().atMost(SOON).until(() -> PlacementProbe.answers(home.api(), "t-pending"));
    assertThat(tolerates(home.rehearse("t-pending", null))).isFalse();
  }

  /** A server that was upgraded has policies now: what asked a webhook before must not go on. */
  @Test
  void aWebhookOfATimeWithoutPoliciesIsTakenAway() {
    home.create(
        new MutatingWebhookConfigurationBuilder()
            .withNewMetadata()
            .withName(PodWebhooks.NAME)
            .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
            .endMetadata()
            .build());
    await()
        .atMost(SOON)
        .until(
            () ->
                home.api()
                    .find(
                        Kind.of(MutatingWebhookConfiguration.class), Ref.cluster(PodWebhooks.NAME))
                    .isEmpty());
    assertThat(PodAdmission.hasPolicies(group())).isTrue();
    assertThat(PodAdmission.hasPolicies(Map.of("resources", List.of()))).isFalse();
  }

  private static Map<?, ?> group() {
    return home.api().read("/apis/admissionregistration.k8s.io/v1", Map.class);
  }

  @Test
  void aNamespaceWhoseTwinWouldHaveTooLongANameIsRefused() {
    String tooLong = "t-" + "n".repeat(63 - 1 - "milan".length() - 1);
    home.namespace(tooLong, Map.of());

    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThatThrownBy(
                        () ->
                            home.api()
                                .rehearse(
                                    Kind.of(NamespaceOffloading.class),
                                    Home.offloading(tooLong, spec(PodOffloadingStrategy.REMOTE))))
                    .hasMessageContaining("more than 63 characters"));
    NamespaceOffloadingSpec selected =
        new NamespaceOffloadingSpec(
            MappingStrategy.SELECTED_NAME, "short", PodOffloadingStrategy.REMOTE, null);
    assertThat(home.extend(tooLong, selected).getMetadata().getUid()).isNotNull();
  }

  private static ClusterNamespaceOffloading rule(String name, String key, String value) {
    ClusterNamespaceOffloading rule = new ClusterNamespaceOffloading();
    rule.setMetadata(new ObjectMetaBuilder().withName(name).build());
    rule.setSpec(
        new ClusterNamespaceOffloadingSpec(
            new LabelSelectorBuilder().addToMatchLabels(key, value).build(),
            MappingStrategy.DEFAULT_NAME,
            PodOffloadingStrategy.REMOTE,
            null));
    return home.create(rule);
  }

  private static NamespaceOffloadingSpec spec(PodOffloadingStrategy strategy) {
    return new NamespaceOffloadingSpec(MappingStrategy.DEFAULT_NAME, null, strategy, null);
  }

  private static boolean exists(String policy) {
    try {
      home.api().get(Kind.of(MutatingAdmissionPolicy.class), Ref.cluster(policy));
      return true;
    } catch (ApiFailure failure) {
      assertThat(failure.problem()).isEqualTo(Problem.NOT_FOUND);
      return false;
    }
  }

  private static PodSpec eventually(Callable<PodSpec> attempt) {
    return await().atMost(SOON).ignoreExceptions().until(attempt, Objects::nonNull);
  }

  private static boolean tolerates(PodSpec spec) {
    return spec.getTolerations().stream()
        .anyMatch(toleration -> Names.TAINT_NOT_ALLOWED.equals(toleration.getKey()));
  }
}
