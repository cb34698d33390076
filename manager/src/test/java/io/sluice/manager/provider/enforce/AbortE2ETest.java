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
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * D-1, D-2: the enforcer dies after each request of a pod's life in turn and is started again. The
 * audit log says what became of the pod. {@link ManagerAbortE2ETest} does the same to the whole
 * manager, which takes longer.
 */
@NeedsClusters("lender")
class AbortE2ETest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Lists and watches of ShadowPods, pods, namespaces, quotas, policies, tenants. */
  private static final int READS_AT_START = 12;

  @ParameterizedTest(name = "{0}, back {1}")
  @CsvSource({
    "Always, at once", "OnFailure, at once", "Never, at once",
    "Always, late", "OnFailure, late", "Never, late"
  })
  void noPodIsMadeTwiceLostOrRunAgain(
      String policy, String back, Cluster lender, TestNamespace namespace) {
    ProviderBed bed = new ProviderBed(lender);
    List<PodLife> lived = new ArrayList<>();
    AuditLog.Mark mark = lender.audit().mark();
    boolean late = back.equals("late");
    int requests = 0;
    boolean died = true;
    while (died) {
      String name = policy.toLowerCase(Locale.ROOT) + "-" + requests;
      PodLife life = new PodLife(bed, namespace.name(), name, policy);
      died = diesIn(life, new Mortal(bed, requests), late);
      lived.add(life);
      requests++;
    }
    assertThat(requests).as("it did more than read").isGreaterThan(READS_AT_START + 3);
    letTheNextOneLook(bed, namespace.name());

    Requests ours = lender.audit().since(mark).in(namespace.name()).by(ProviderBed.MANAGER);
    for (PodLife life : lived) {
      assertThat(life.hasPod()).as("%s is left", life.name()).isFalse();
      assertThat(made(ours, life)).as(ours.named(life.name()).table()).isEqualTo(1);
      life.assertOutcomeKept();
    }
  }

  /** Plays a life through; whether the first enforcer died on the way. */
  private static boolean diesIn(PodLife life, Mortal first, boolean late) {
    List<PodLife.Step> steps = life.steps(late);
    Mortal enforcer = first;
    try {
      for (Iterator<PodLife.Step> left = steps.iterator(); left.hasNext(); ) {
        PodLife.Step step = left.next();
        step.event().run();
        if (enforcer.isDead()) {
          enforcer = next(life, enforcer);
        }
        Mortal living = enforcer;
        awaitUntil(step, () -> step.done().getAsBoolean() || living.isDead());
        if (!enforcer.isDead()) {
          continue;
        }
        boolean waits = late && left.hasNext() && steps.getFirst().done().getAsBoolean();
        if (!waits) { // else it comes back only when one more thing has happened
          enforcer = next(life, enforcer);
          awaitUntil(step, step.done());
        }
      }
    } finally {
      enforcer.close();
    }
    return first.isDead();
  }

  private static Mortal next(PodLife life, Mortal dead) {
    dead.close();
    return Mortal.immortal(life.bed());
  }

  private static void awaitUntil(PodLife.Step step, BooleanSupplier condition) {
    await(step.what())
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(condition::getAsBoolean);
  }

  /** An enforcer that knows nothing but what it reads, and has done all there is to do. */
  private static void letTheNextOneLook(ProviderBed bed, String namespace) {
    assertThat(diesIn(new PodLife(bed, namespace, "last", "Always"), Mortal.immortal(bed), false))
        .isFalse();
  }

  private static long made(Requests ours, PodLife life) {
    return ours.named(life.name()).verb("create").resource("pods").stream()
        .filter(request -> request.code() < 300)
        .count();
  }
}
