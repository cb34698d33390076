package io.sluice.manager.consumer.admission;

import static io.sluice.api.offloading.PodOffloadingStrategy.LOCAL;
import static io.sluice.api.offloading.PodOffloadingStrategy.LOCAL_AND_REMOTE;
import static io.sluice.api.offloading.PodOffloadingStrategy.REMOTE;
import static io.sluice.manager.consumer.admission.Terms.many;
import static io.sluice.manager.consumer.admission.Terms.selector;
import static io.sluice.manager.consumer.admission.Terms.term;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.manager.consumer.Home;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.place.Placement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The policies inside the API server and the pure rule give the same answer to the same pod. */
@NeedsClusters("home")
class AdmissionApiTest {
  static final Kind<Pod> PODS = Kind.of(Pod.class);
  static final PodSpec PLAIN =
      new PodSpecBuilder()
          .withAutomountServiceAccountToken(false)
          .addNewContainer()
          .withName("main")
          .withImage("pause")
          .endContainer()
          .build();

  private static Home home;
  private static PolicyController controller;
  private static int serial;

  record Case(
      String name, PodOffloadingStrategy strategy, @Nullable NodeSelector selector, PodSpec pod) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Case> CASES =
      List.of(
          new Case("Local", LOCAL, null, PLAIN),
          new Case("Local with a selector", LOCAL, selector(term("a In b")), PLAIN),
          new Case("Remote", REMOTE, null, PLAIN),
          new Case("Remote, own terms", REMOTE, null, pod(term("a In b"), term("c Exists"))),
          new Case(
              "Remote, selector",
              REMOTE,
              selector(term("a In b", "size Gt 5"), term("gpu Exists")),
              PLAIN),
          new Case(
              "Remote, selector and own terms",
              REMOTE,
              selector(term("a In b"), term("gpu DoesNotExist")),
              pod(term("c NotIn d e"), term("f Lt 7"))),
          new Case("LocalAndRemote", LOCAL_AND_REMOTE, null, PLAIN),
          new Case("LocalAndRemote, own terms", LOCAL_AND_REMOTE, null, pod(term("a In b"))),
          new Case("LocalAndRemote, selector", LOCAL_AND_REMOTE, selector(term("a In b")), PLAIN),
          new Case(
              "LocalAndRemote, selector and own terms",
              LOCAL_AND_REMOTE,
              selector(term("a In b"), term("c Exists")),
              pod(term("d In e"), term("f In g"))),
          new Case("an empty term is none", REMOTE, selector(term()), PLAIN),
          new Case("a DaemonSet's pin is kept", REMOTE, null, pod(term("@metadata.name In milan"))),
          new Case(
              "fields of the selector are kept",
              LOCAL_AND_REMOTE,
              selector(term("@metadata.name In milan", "a In b")),
              pod(term("@metadata.name In milan"))),
          new Case(
              "brings one imposed term already",
              LOCAL_AND_REMOTE,
              selector(term("a In b")),
              pod(term("a In b", "x In y"), term("c In d"))),
          new Case(
              "brings the toleration but not the affinity (T-30)", REMOTE, null, tolerating(null)),
          new Case(
              "brings the toleration with its effect",
              LOCAL_AND_REMOTE,
              null,
              tolerating("NoExecute")),
          new Case(
              "tolerates another effect only", LOCAL_AND_REMOTE, null, tolerating("NoSchedule")),
          new Case(
              "a wildcard toleration is not ours",
              REMOTE,
              null,
              new PodSpecBuilder(PLAIN).addNewToleration(null, null, "Exists", null, null).build()),
          new Case(
              "preferred affinity is kept",
              REMOTE,
              selector(term("a In b")),
              new PodSpecBuilder(PLAIN)
                  .withNewAffinity()
                  .withNewNodeAffinity()
                  .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                  .withWeight(3)
                  .withPreference(term("p In q"))
                  .endPreferredDuringSchedulingIgnoredDuringExecution()
                  .endNodeAffinity()
                  .endAffinity()
                  .build()),
          new Case(
              "20 x 20 terms (T-32)",
              REMOTE,
              selector(many("theirs", 20, 2)),
              pod(many("mine", 20, 2))),
          new Case(
              "20 x 20 terms, real nodes too",
              LOCAL_AND_REMOTE,
              selector(many("theirs", 20, 1)),
              pod(many("mine", 20, 1))),
          new Case(
              "20 terms of 20 requirements",
              REMOTE,
              selector(many("theirs", 20, 20)),
              pod(many("mine", 20, 20))));

  @BeforeAll
  static void install(Cluster home) {
    AdmissionApiTest.home = Home.of(home);
    controller =
        new PolicyController(
            AdmissionApiTest.home.api(),
            PodPolicies.of(Names.RUNTIME_CLASS, Names.SYSTEM_NAMESPACE),
            new NamespaceChecks("milan"));
    controller.start();
    String first = namespace(new Case("first", REMOTE, null, PLAIN));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> rehearse(first, PLAIN).getAffinity(), Objects::nonNull);
  }

  @AfterAll
  static void uninstall() {
    controller.close();
    home.close();
  }

  @ParameterizedTest
  @FieldSource("CASES")
  void thePolicyDoesWhatTheRuleSays(Case given) {
    String namespace = namespace(given);

    PodSpec admitted = rehearse(namespace, given.pod());

    PodSpec expected =
        Placement.of(given.strategy(), given.selector()).admit(given.pod(), Names.RUNTIME_CLASS);
    assertSamePlacement(admitted, expected);
  }

  @ParameterizedTest
  @FieldSource("CASES")
  void admittingAgainChangesNothing(Case given) {
    String namespace = namespace(given);
    PodSpec once = rehearse(namespace, given.pod());
    PodSpec again = with(given.pod(), once);

    PodSpec twice = home.api().rehearse(PODS, in(namespace, again)).getSpec();

    assertSamePlacement(twice, once);
  }

  /** The pod with the placement that another was given. */
  static PodSpec with(PodSpec pod, PodSpec placed) {
    return new PodSpecBuilder(pod)
        .withAffinity(placed.getAffinity())
        .withTolerations(placed.getTolerations())
        .build();
  }

  private static String namespace(Case given) {
    String name = "t-admission-" + serial++;
    home.namespace(name, Map.of(Labels.SCHEDULING_ENABLED, Labels.TRUE));
    home.extend(
        name,
        new NamespaceOffloadingSpec(
            MappingStrategy.DEFAULT_NAME, null, given.strategy(), given.selector()));
    return name;
  }

  /** A namespace that is labelled in advance gets no pods until the parameter is known (NS-3). */
  private static PodSpec rehearse(String namespace, PodSpec spec) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptionsMatching(
            failure -> failure instanceof ApiFailure denied && isTooEarly(denied.reason()))
        .until(() -> home.api().rehearse(PODS, in(namespace, spec)).getSpec(), Objects::nonNull);
  }

  private static boolean isTooEarly(String reason) {
    return reason.contains("no params found") || reason.contains("serviceaccount");
  }

  static void assertSamePlacement(PodSpec actual, PodSpec expected) {
    assertThat(actual.getAffinity()).isEqualTo(expected.getAffinity());
    assertThat(tolerations(actual)).isEqualTo(tolerations(expected));
  }

  /** Without those that the API server gives to every pod. */
  private static List<Toleration> tolerations(PodSpec spec) {
    return spec.getTolerations().stream()
        .filter(
            toleration ->
                toleration.getKey() == null || !toleration.getKey().startsWith("node.kubernetes"))
        .toList();
  }

  static Pod in(String namespace, PodSpec spec) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName("pod")
        .endMetadata()
        .withSpec(spec)
        .build();
  }

  private static PodSpec pod(NodeSelectorTerm... terms) {
    return new PodSpecBuilder(PLAIN)
        .withNewAffinity()
        .withNewNodeAffinity()
        .withRequiredDuringSchedulingIgnoredDuringExecution(selector(terms))
        .endNodeAffinity()
        .endAffinity()
        .build();
  }

  private static PodSpec tolerating(@Nullable String effect) {
    return new PodSpecBuilder(PLAIN)
        .addNewToleration(effect, Names.TAINT_NOT_ALLOWED, "Exists", null, null)
        .build();
  }
}
