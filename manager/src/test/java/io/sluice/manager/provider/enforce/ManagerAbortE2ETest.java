package io.sluice.manager.provider.enforce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.manager.provider.ProviderBed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link AbortE2ETest} with the whole elected manager instead of its enforcer alone. Its requests
 * are counted from the moment that the ShadowPods are there: those of its start, which are the same
 * for every life, are counted one by one there. Three lives, one per restart policy, run side by
 * side, so that one death hits them at different steps.
 */
@NeedsClusters("lender")
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class ManagerAbortE2ETest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> POLICIES = List.of("Always", "OnFailure", "Never");

  /** Three pods are created, labelled and removed, two of them recorded. */
  private static final int LEAST_REQUESTS = 11;

  @ParameterizedTest(name = "back {0}")
  @ValueSource(strings = {"at once", "late"})
  void noPodIsMadeTwiceLostOrRunAgain(String back, Cluster lender, TestNamespace namespace) {
    ProviderBed bed = new ProviderBed(lender);
    AuditLog.Mark mark = lender.audit().mark();
    List<PodLife> lived = new ArrayList<>();
    int requests = 0;
    boolean died = true;
    while (died) {
      int serial = requests;
      List<PodLife> lives =
          POLICIES.stream()
              .map(policy -> new PodLife(bed, namespace.name(), name(policy, serial), policy))
              .toList();
      died = diesIn(lives, requests, back.equals("late"));
      lived.addAll(lives);
      requests++;
    }
    assertThat(requests).as("requests of three lives").isGreaterThan(LEAST_REQUESTS);

    Requests ours = lender.audit().since(mark).in(namespace.name()).by(ProviderBed.MANAGER);
    for (PodLife life : lived) {
      assertThat(life.hasPod()).as("%s is left", life.name()).isFalse();
      assertThat(made(ours, life)).as(ours.named(life.name()).table()).isEqualTo(1);
      life.assertOutcomeKept();
    }
  }

  private static String name(String policy, int requests) {
    return policy.toLowerCase(Locale.ROOT) + "-" + requests;
  }

  /** Plays the lives step by step; whether the first manager died on the way. */
  private static boolean diesIn(List<PodLife> lives, int requests, boolean late) {
    List<List<PodLife.Step>> steps = lives.stream().map(life -> life.steps(late)).toList();
    int rounds = steps.stream().mapToInt(List::size).max().orElseThrow();
    MortalManager first = new MortalManager(lives.getFirst().bed());
    MortalManager manager = first;
    first.diesAfter(requests);
    try {
      for (int round = 0; round < rounds; round++) {
        List<PodLife.Step> now = at(steps, round).toList();
        now.forEach(step -> step.event().run());
        MortalManager living = manager;
        awaitUntil(now, () -> allDone(now) || living.isDead());
        boolean waits = late && round > 0 && round + 1 < rounds;
        if (manager.isDead() && !waits) { // else it comes back when one more thing has happened
          manager.close();
          manager = new MortalManager(lives.getFirst().bed());
        }
        if (!manager.isDead()) {
          awaitUntil(now, () -> allDone(now));
        }
      }
    } finally {
      manager.close();
    }
    return first.isDead();
  }

  private static Stream<PodLife.Step> at(List<List<PodLife.Step>> steps, int round) {
    return steps.stream().filter(all -> round < all.size()).map(all -> all.get(round));
  }

  private static boolean allDone(List<PodLife.Step> steps) {
    return steps.stream().allMatch(step -> step.done().getAsBoolean());
  }

  private static void awaitUntil(List<PodLife.Step> steps, Callable<Boolean> condition) {
    await(steps.stream().map(PodLife.Step::what).toList().toString())
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20))
        .until(condition);
  }

  private static long made(Requests ours, PodLife life) {
    return ours.named(life.name()).verb("create").resource("pods").stream()
        .filter(request -> request.code() < 300)
        .count();
  }
}
