package io.sluice.translate.pod.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.translate.pod.AnyPod;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of the translation over pods made by chance (D-7, D-26). */
class WholeSpecTest {
  /** What a verdict keeps at home, with everything below it. */
  private static final List<String> KEPT_AT_HOME =
      List.of(
          ".affinity.nodeAffinity",
          ".affinity.podAffinity",
          ".affinity.podAntiAffinity",
          ".readinessGates",
          ".schedulingGates",
          ".schedulingGroup");

  enum Access {
    DISABLED,
    TOKENS,
    REMOTE;

    HomeApi api() {
      return switch (this) {
        case DISABLED -> new HomeApi.Disabled();
        case TOKENS -> Given.TOKENS;
        case REMOTE -> new HomeApi.Remote("clerk");
      };
    }
  }

  static LongStream seeds() {
    return LongStream.range(0, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void fieldsThatNobodyKnowsSurviveAtEveryDepth(long seed) {
    for (var access : Access.values()) {
      var local = AnyPod.of(seed);
      var missing = travelling(local, access);

      assertThat(missing).isNotEmpty();
      missing
          .entrySet()
          .removeAll(
              AnyPod.unknownFields(Given.spec(local, Given.border(access.api()))).entrySet());

      assertThat(missing).as(access.name()).isEmpty();
    }
  }

  private static Map<String, String> travelling(Pod local, Access access) {
    var all = new TreeMap<>(AnyPod.unknownFields(local.getSpec()));
    all.values().removeIf(path -> KEPT_AT_HOME.stream().anyMatch(path::startsWith));
    if (access != Access.REMOTE) {
      all.values().removeIf(path -> path.endsWith(".serviceAccountToken"));
    }
    if (access == Access.DISABLED) {
      all.values().removeIf(path -> path.contains(".projected.sources[]"));
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource
  void theSamePodGivesTheSameTwinAndStaysAsItWas(Access access) {
    seeds()
        .forEach(
            seed -> {
              var local = AnyPod.of(seed);
              var context = Given.border(access.api());

              assertThat(Given.shadow(local, context)).isEqualTo(Given.shadow(local, context));
              assertThat(local).isEqualTo(AnyPod.of(seed));
              assertThat(Given.shadow(AnyPod.stored(local, Pod.class), context))
                  .isEqualTo(Given.shadow(local, context));
            });
  }
}
