package io.sluice.translate.place;

import static io.sluice.translate.place.Terms.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class StandingTest {
  private static final Placement BOTH = Placement.localAndRemote(List.of());
  private static final Placement EU_OR_REAL = Placement.localAndRemote(List.of(term("r In eu")));
  private static final Placement REMOTE = Placement.remote(List.of());
  private static final Standing.Place REAL = new Standing.Place("real", false, Map.of());
  private static final Standing.Place EU =
      new Standing.Place("eu", true, Map.of("liqo.io/type", "virtual-node", "r", "eu"));
  private static final Standing.Place ASIA =
      new Standing.Place("asia", true, Map.of("liqo.io/type", "virtual-node", "r", "asia"));

  record Case(
      String name,
      Pod pod,
      Placement placement,
      Standing.@Nullable Place place,
      Class<? extends Standing> standing) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Case> CASES =
      List.of(
          new Case("old pod, still waiting", old(), BOTH, null, Standing.Overlooked.class),
          new Case("old pod on a real node", old(), BOTH, REAL, Standing.Overlooked.class),
          new Case("old pod under Local", old(), Placement.local(), REAL, Standing.Conforms.class),
          new Case("Remote, on a real node", old(), REMOTE, REAL, Standing.Violates.class),
          new Case(
              "Local, on a virtual node", by(BOTH), Placement.local(), EU, Standing.Violates.class),
          new Case(
              "selected virtual node", by(EU_OR_REAL), EU_OR_REAL, EU, Standing.Conforms.class),
          new Case(
              "virtual node no longer selected",
              by(BOTH),
              EU_OR_REAL,
              ASIA,
              Standing.Violates.class),
          new Case(
              "real nodes are always selected there",
              by(EU_OR_REAL),
              EU_OR_REAL,
              REAL,
              Standing.Conforms.class),
          new Case("placed by the strategy", by(REMOTE), REMOTE, ASIA, Standing.Conforms.class),
          new Case("finished", phase(old(), "Succeeded"), REMOTE, REAL, Standing.Conforms.class),
          new Case("going", deleting(old()), REMOTE, REAL, Standing.Conforms.class),
          new Case(
              "has a way of its own",
              runtimeClass(old()),
              Placement.local(),
              EU,
              Standing.Conforms.class));

  @ParameterizedTest
  @FieldSource("CASES")
  void everyPodGetsAnAnswer(Case given) {
    assertThat(Standing.of(given.pod(), given.placement(), "liqo", given.place()))
        .isInstanceOf(given.standing());
  }

  private static Pod old() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("pod")
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  private static Pod by(Placement placement) {
    return new PodBuilder(old()).withSpec(placement.admit(new PodSpec(), "liqo")).build();
  }

  private static Pod phase(Pod pod, String phase) {
    return new PodBuilder(pod).withNewStatus().withPhase(phase).endStatus().build();
  }

  private static Pod deleting(Pod pod) {
    return new PodBuilder(pod)
        .editMetadata()
        .withDeletionTimestamp("2026-01-01T00:00:00Z")
        .endMetadata()
        .build();
  }

  private static Pod runtimeClass(Pod pod) {
    return new PodBuilder(pod).editSpec().withRuntimeClassName("liqo").endSpec().build();
  }
}
