package io.sluice.manager.provider.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.translate.share.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** D-15: three consumers, random load, a drain, and the pool never sold twice. */
@NeedsClusters("lender")
class SharingLoadE2ETest {
  private static final Duration LENGTH =
      Duration.ofSeconds(Long.getLong("sluice.sharing.seconds", 15));
  private static final Duration BETWEEN_OWN = Duration.ofSeconds(6);
  private static final Map<String, String> NODE =
      Map.of("cpu", "32", "memory", "64Gi", "nvidia.com/gpu", "4");
  private static final List<String> CONSUMERS = List.of("rome", "milan", "turin");
  private static final int MOST_PODS = 12;

  private final Random random = new Random(20260101);
  private final Map<String, Deque<String>> pods = new HashMap<>();
  private int serial;

  @Test
  void threeConsumersAreNeverPromisedMoreThanThereIs(Cluster lender, TestNamespace namespace)
      throws InterruptedException {
    ProviderBed bed = new ProviderBed(lender);
    bed.delete(Node.class, "", "lender-kwok-0");
    try (World world = new World(bed, namespace.name());
        History history = new History(bed.as("observer", "system:masters"))) {
      history.awaitSynced();
      List.of("n1", "n2", "n3").forEach(node -> world.node(node, NODE));
      world.lending();
      Map<String, Ref> slices = new HashMap<>();
      CONSUMERS.forEach(id -> slices.put(id, world.slice(id, id, null, Map.of())));
      slices.values().forEach(slice -> await().until(() -> !world.lent(slice).names().isEmpty()));

      load(bed, world, slices);

      CONSUMERS.forEach(id -> drop(world, id));
      drop(world, "own");
      await()
          .atMost(Duration.ofSeconds(15))
          .untilAsserted(
              () -> assertThat(sum(world, slices).get("cpu")).isEqualByComparingTo("86.4"));
      Audit audit = new Audit(history.replay());
      assertThat(audit.violations()).isEmpty();
      assertThat(audit.strictSteps()).isPositive();
    }
  }

  private void load(ProviderBed bed, World world, Map<String, Ref> slices) {
    Instant begin = Instant.now();
    Instant nextOwn = begin.plus(BETWEEN_OWN);
    boolean drained = false;
    while (Instant.now().isBefore(begin.plus(LENGTH))) {
      consumerStep(world, CONSUMERS.get(random.nextInt(CONSUMERS.size())), slices);
      if (Instant.now().isAfter(nextOwn)) {
        ownStep(world);
        nextOwn = Instant.now().plus(BETWEEN_OWN);
      }
      if (!drained && Instant.now().isAfter(begin.plus(LENGTH.dividedBy(2)))) {
        drained = true;
        cordon(bed, "n3", true);
      }
    }
    cordon(bed, "n3", false);
  }

  /** A consumer that respects its promise, as its scheduler and quota make it. */
  private void consumerStep(World world, String consumer, Map<String, Ref> slices) {
    Deque<String> own = pods.computeIfAbsent(consumer, id -> new ArrayDeque<>());
    if (own.size() >= MOST_PODS || (!own.isEmpty() && random.nextInt(3) == 0)) {
      world.deletePod(own.remove());
      return;
    }
    int cpu = 1 + random.nextInt(6);
    Ref slice = Objects.requireNonNull(slices.get(consumer));
    if (world.lent(slice).get("cpu").intValue() > cpu * (own.size() + 1)) {
      String name = consumer + "-" + serial++;
      world.offloaded(consumer, name, node(), Map.of("cpu", "" + cpu, "memory", cpu + "Gi"));
      own.add(name);
    }
  }

  private void ownStep(World world) {
    Deque<String> own = pods.computeIfAbsent("own", id -> new ArrayDeque<>());
    if (own.size() > 2) {
      world.deletePod(own.remove());
    } else {
      String name = "own-" + serial++;
      world.pod(name, node(), Map.of("cpu", "" + (5 + random.nextInt(20))));
      own.add(name);
    }
  }

  private void drop(World world, String who) {
    pods.getOrDefault(who, new ArrayDeque<>()).forEach(world::deletePod);
  }

  private String node() {
    return "n" + (1 + random.nextInt(3));
  }

  private static void cordon(ProviderBed bed, String node, boolean unschedulable) {
    bed.admin()
        .patch(
            Kind.of(Node.class),
            Ref.cluster(node),
            Patch.merge(Map.of("spec", Map.of("unschedulable", unschedulable))));
  }

  private static Amounts sum(World world, Map<String, Ref> slices) {
    return slices.values().stream().map(world::lent).reduce(Amounts.NONE, Amounts::plus);
  }
}
