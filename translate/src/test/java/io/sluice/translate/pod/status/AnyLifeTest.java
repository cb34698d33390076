package io.sluice.translate.pod.status;

import static io.sluice.translate.pod.RemotePods.deleted;
import static io.sluice.translate.pod.RemotePods.disrupted;
import static io.sluice.translate.pod.RemotePods.ended;
import static io.sluice.translate.pod.RemotePods.phase;
import static io.sluice.translate.pod.RemotePods.running;
import static io.sluice.translate.pod.status.Home.reported;
import static io.sluice.translate.pod.status.Home.successor;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.translate.pod.Facts;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lives made by chance: remote pods start, restart, lose containers, are taken away, come back
 * under new UIDs, the link breaks. The home server accepts every patch, and none is sent twice.
 */
class AnyLifeTest {
  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyPatchIsAcceptedAndNoneIsSentTwice(long seed) {
    var random = new Random(seed);
    var policy = List.of("Always", "OnFailure", "Never").get(random.nextInt(3));
    var home = new Home(fresh(policy, 0));
    Pod remote = null;
    for (int step = 1; step < 40; step++) {
      remote = next(remote, policy, step, random);
      home.linkUp = random.nextInt(6) > 0;
      home.sees(remote);
      if (!home.linkUp) {
        assertThat(home.condition("Ready")).isNotEqualTo("True"); // T-16
      }
      if (Facts.isTerminal(home.local)) {
        home = new Home(fresh(policy, 0));
      }
    }
  }

  private static @Nullable Pod next(@Nullable Pod remote, String policy, int step, Random random) {
    if (remote == null || random.nextInt(8) == 0) {
      return random.nextBoolean() ? null : fresh(policy, step);
    }
    if (remote.getStatus().getContainerStatuses().isEmpty()) {
      return random.nextBoolean() ? deleted(remote, step, 0) : fresh(policy, step);
    }
    return switch (random.nextInt(7)) {
      case 0 -> reported(remote, random.nextBoolean());
      case 1 -> ended(remote, random.nextBoolean() ? "main" : "side", random.nextInt(2), step);
      case 2 -> deleted(remote, step, 30);
      case 3 -> phase(remote, "Failed", random.nextBoolean() ? "Evicted" : "");
      case 4 -> disrupted(remote, "EvictionByEvictionAPI", step);
      case 5 -> fresh(policy, step);
      default -> blank(remote);
    };
  }

  private static Pod fresh(String policy, int step) {
    return successor(reported(running(policy, "main", "side"), true), "remote-" + step);
  }

  private static Pod blank(Pod remote) {
    return new PodBuilder(remote)
        .editStatus()
        .withPhase("Pending")
        .withContainerStatuses(List.of())
        .endStatus()
        .build();
  }
}
