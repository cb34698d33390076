package io.sluice.translate.place;

import static io.sluice.translate.place.Terms.fields;
import static io.sluice.translate.place.Terms.requirement;
import static io.sluice.translate.place.Terms.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.vocab.Names;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class PlacementTest {
  private static final String VIRTUAL = "liqo.io/type In virtual-node";
  private static final String REAL = "liqo.io/type NotIn virtual-node";
  private static final NodeSelectorTerm EU = term("region In eu");
  private static final NodeSelectorTerm BIG = term("size Gt 5");
  private static final Toleration OURS =
      new TolerationBuilder()
          .withKey(Names.TAINT_NOT_ALLOWED)
          .withOperator("Exists")
          .withEffect("NoExecute")
          .build();

  record Case(
      String name,
      Placement placement,
      List<NodeSelectorTerm> own,
      boolean tolerates,
      List<NodeSelectorTerm> admitted) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Case> CASES =
      List.of(
          new Case("Local changes nothing", Placement.local(), List.of(), false, List.of()),
          new Case(
              "Local keeps the pod's own terms",
              Placement.local(),
              List.of(EU),
              false,
              List.of(EU)),
          new Case(
              "Remote pins to virtual nodes",
              Placement.remote(List.of()),
              List.of(),
              true,
              List.of(term(VIRTUAL))),
          new Case(
              "Remote with a selector: each term and virtual",
              Placement.remote(List.of(EU, BIG)),
              List.of(),
              true,
              List.of(term("region In eu", VIRTUAL), term("size Gt 5", VIRTUAL))),
          new Case(
              "LocalAndRemote without a selector only tolerates",
              Placement.localAndRemote(List.of()),
              List.of(EU),
              true,
              List.of(EU)),
          new Case(
              "LocalAndRemote with a selector: those or real nodes",
              Placement.localAndRemote(List.of(EU)),
              List.of(),
              true,
              List.of(EU, term(REAL))),
          new Case(
              "the user's terms times the imposed ones",
              Placement.localAndRemote(List.of(EU)),
              List.of(BIG, term("gpu Exists")),
              true,
              List.of(
                  term("size Gt 5", "region In eu"),
                  term("size Gt 5", REAL),
                  term("gpu Exists", "region In eu"),
                  term("gpu Exists", REAL))),
          new Case(
              "fields that pin a DaemonSet's pod are kept",
              Placement.remote(List.of()),
              List.of(fields("metadata.name In milan")),
              true,
              List.of(
                  new NodeSelectorTermBuilder(fields("metadata.name In milan"))
                      .withMatchExpressions(requirement(VIRTUAL))
                      .build())),
          new Case(
              "fields of the selector are kept too",
              Placement.localAndRemote(List.of(fields("metadata.name In milan"))),
              List.of(BIG),
              true,
              List.of(
                  new NodeSelectorTermBuilder(BIG)
                      .withMatchFields(requirement("metadata.name In milan"))
                      .build(),
                  term("size Gt 5", REAL))),
          new Case(
              "a term that has it already stays, the others are narrowed",
              Placement.remote(List.of()),
              List.of(term("region In eu", VIRTUAL), BIG),
              true,
              List.of(term("region In eu", VIRTUAL), term("size Gt 5", VIRTUAL))),
          new Case(
              "an empty term matches no node and must go on matching none",
              Placement.remote(List.of()),
              List.of(term()),
              true,
              List.of(term())));

  @ParameterizedTest(name = "§5.5: {0}")
  @FieldSource("CASES")
  void strategyDecidesTolerationAndAffinity(Case given) {
    PodSpec admitted = given.placement().admit(pod(given.own()), "liqo");

    assertThat(terms(admitted)).isEqualTo(given.admitted());
    assertThat(admitted.getTolerations()).isEqualTo(given.tolerates() ? List.of(OURS) : List.of());
  }

  @ParameterizedTest(name = "T-30, twice is once: {0}")
  @FieldSource("CASES")
  void admittingAgainChangesNothing(Case given) {
    PodSpec once = given.placement().admit(pod(given.own()), "liqo");

    assertThat(given.placement().admit(once, "liqo")).isSameAs(once);
  }

  @Test
  void bringingTheTolerationDoesNotEscapeTheAffinity() {
    PodSpec pod = new PodSpecBuilder().withTolerations(OURS).build();

    PodSpec admitted = Placement.remote(List.of()).admit(pod, "liqo");

    assertThat(terms(admitted)).containsExactly(term(VIRTUAL));
    assertThat(admitted.getTolerations()).containsExactly(OURS);
  }

  @Test
  void aWildcardTolerationGetsOursBesideIt() {
    Toleration wildcard = new TolerationBuilder().withOperator("Exists").build();
    PodSpec pod = new PodSpecBuilder().withTolerations(wildcard).build();

    assertThat(Placement.localAndRemote(List.of()).admit(pod, "liqo").getTolerations())
        .containsExactly(wildcard, OURS);
  }

  @Test
  void podsOfTheRuntimeClassAreLeftAlone() {
    PodSpec pod = new PodSpecBuilder().withRuntimeClassName("liqo").build();
    PodSpec other = new PodSpecBuilder().withRuntimeClassName("gvisor").build();

    assertThat(Placement.remote(List.of()).admit(pod, "liqo")).isSameAs(pod);
    assertThat(Placement.remote(List.of()).admit(other, "liqo")).isNotEqualTo(other);
  }

  @Test
  void everythingElseOfTheAffinityIsPreserved() {
    PodSpec pod =
        new PodSpecBuilder()
            .withNewAffinity()
            .withNewPodAntiAffinity()
            .addNewRequiredDuringSchedulingIgnoredDuringExecution()
            .withTopologyKey("kubernetes.io/hostname")
            .endRequiredDuringSchedulingIgnoredDuringExecution()
            .endPodAntiAffinity()
            .withNewNodeAffinity()
            .addNewPreferredDuringSchedulingIgnoredDuringExecution()
            .withWeight(7)
            .endPreferredDuringSchedulingIgnoredDuringExecution()
            .endNodeAffinity()
            .endAffinity()
            .build();

    PodSpec admitted = Placement.remote(List.of()).admit(pod, "liqo");

    assertThat(admitted.getAffinity().getPodAntiAffinity())
        .isEqualTo(pod.getAffinity().getPodAntiAffinity());
    assertThat(
            admitted
                .getAffinity()
                .getNodeAffinity()
                .getPreferredDuringSchedulingIgnoredDuringExecution())
        .isEqualTo(
            pod.getAffinity()
                .getNodeAffinity()
                .getPreferredDuringSchedulingIgnoredDuringExecution());
  }

  @Test
  void tellsWhichRunningPodsViolateATightenedStrategy() {
    Map<String, String> virtual = Map.of("liqo.io/type", "virtual-node", "region", "eu");
    Map<String, String> real = Map.of("region", "us");

    assertThat(Placement.local().permits("milan", virtual)).isFalse();
    assertThat(Placement.local().permits("worker", real)).isTrue();
    assertThat(Placement.remote(List.of()).permits("worker", real)).isFalse();
    assertThat(Placement.remote(List.of(EU)).permits("milan", virtual)).isTrue();
    assertThat(Placement.localAndRemote(List.of(BIG)).permits("milan", virtual)).isFalse();
    assertThat(Placement.localAndRemote(List.of(BIG)).permits("worker", real)).isTrue();
  }

  @Test
  void theStrategyOfANamespaceIsReadFromItsSpec() {
    var selector = new NodeSelectorBuilder().withNodeSelectorTerms(EU).build();

    assertThat(Placement.of(PodOffloadingStrategy.LOCAL, selector)).isEqualTo(Placement.local());
    assertThat(Placement.of(PodOffloadingStrategy.REMOTE, selector))
        .isEqualTo(Placement.remote(List.of(EU)));
    assertThat(Placement.of(PodOffloadingStrategy.LOCAL_AND_REMOTE, null))
        .isEqualTo(Placement.localAndRemote(List.of()));
  }

  @Test
  void theInputIsNeverTouched() {
    PodSpec pod = pod(List.of(EU));

    Placement.remote(List.of(BIG)).admit(pod, "liqo");

    assertThat(pod).isEqualTo(pod(List.of(EU)));
  }

  @Test
  void twentyTermsTimesTwentyAreFourHundred() {
    List<NodeSelectorTerm> own = terms("own");
    PodSpec admitted = Placement.remote(terms("selected")).admit(pod(own), "liqo");

    assertThat(terms(admitted)).hasSize(400).doesNotHaveDuplicates();
  }

  private static List<NodeSelectorTerm> terms(String key) {
    return IntStream.range(0, 20).mapToObj(i -> term(key + " In v" + i)).toList();
  }

  private static PodSpec pod(List<NodeSelectorTerm> required) {
    return required.isEmpty()
        ? new PodSpecBuilder().build()
        : new PodSpecBuilder()
            .withNewAffinity()
            .withNewNodeAffinity()
            .withNewRequiredDuringSchedulingIgnoredDuringExecution()
            .withNodeSelectorTerms(required)
            .endRequiredDuringSchedulingIgnoredDuringExecution()
            .endNodeAffinity()
            .endAffinity()
            .build();
  }

  private static List<NodeSelectorTerm> terms(PodSpec pod) {
    return pod.getAffinity() == null
        ? List.of()
        : pod.getAffinity()
            .getNodeAffinity()
            .getRequiredDuringSchedulingIgnoredDuringExecution()
            .getNodeSelectorTerms();
  }
}
