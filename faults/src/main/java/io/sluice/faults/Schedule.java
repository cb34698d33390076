package io.sluice.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Which faults happen in which order: all of it follows from the seed. */
record Schedule(long seed, int providers) {
  private static final int STEPS_PER_RUN = 4;
  private static final int SHORTEST_MILLIS = 3000;
  private static final int SPREAD_MILLIS = 3000;

  /** Long enough for the configured checks to notice, so that readiness can be judged. */
  private static final Duration NOTICED = Duration.ofSeconds(9);

  /** A lease lasts 15 s, is asked for every 2, and the next leader has to read first. */
  private static final Duration LED_BY_ANOTHER = Duration.ofSeconds(22);

  /** Kubernetes looks every 20 s for pods on nodes that are out of service. */
  private static final Duration COLLECTED = Duration.ofSeconds(24);

  /** One fault, where, and how long it lasts. */
  record Step(Fault fault, int provider, Duration length, int exitCode) {}

  /** Every fault comes once before any comes again. */
  List<Step> run(int number) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < STEPS_PER_RUN; i++) {
      steps.add(step(number * STEPS_PER_RUN + i));
    }
    return steps;
  }

  private Step step(int index) {
    Fault[] all = Fault.values();
    int round = index / all.length;
    List<Fault> order = new ArrayList<>(List.of(all));
    Collections.shuffle(order, new Random(seed * 1_000_003 + round));
    return of(order.get(index % all.length), index);
  }

  /** A certain fault at a certain place of the schedule. */
  Step of(Fault fault, int index) {
    Random random = new Random(seed * 1_000_003 + 7919L * index);
    int provider = random.nextInt(providers);
    Duration some = Duration.ofMillis(SHORTEST_MILLIS + random.nextInt(SPREAD_MILLIS));
    return new Step(fault, provider, length(fault, some), 1 + random.nextInt(100));
  }

  private static Duration length(Fault fault, Duration some) {
    return switch (fault) {
      case LEADER_KILLED, LEADER_PAUSED -> LED_BY_ANOTHER;
      case NODE_DIES -> COLLECTED;
      default -> fault.effect == Fault.Effect.UNREACHABLE ? NOTICED : some;
    };
  }
}
