package io.sluice.translate.pod.fence;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.Facts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When home may free the name of a fenced pod (D-22): not before the provider must have stopped it.
 * Until then Kubernetes must not do so either, which would go by the Ready condition of the node:
 * that one follows another connection than the one that keeps the pod running.
 */
public sealed interface GivingUp {
  /**
   * What lies between the two sides' clocks of silence: a sign of life that was still under way
   * when home gave it up, the provider's look at its watch, its DELETE.
   */
  Duration SKEW = Duration.ofSeconds(15);

  /** Let the pod stay on a node that is away for as long as it takes. */
  record Tolerate(List<Toleration> tolerations) implements GivingUp {}

  /** The pod runs no more: end it here. */
  record GiveUp(Duration after) implements GivingUp {}

  /** Not yet; look again after this time. */
  record Look(Duration after) implements GivingUp {}

  record Nothing(String why) implements GivingUp {}

  /**
   * @param silence since the provider can last have heard from home, by home's own clock
   */
  static GivingUp decide(Pod local, OnDisconnect policy, Duration silence) {
    if (!(policy instanceof OnDisconnect.StopAfter stop)) {
      return new Nothing("it is kept");
    }
    if (Facts.isTerminal(local)) {
      return new Nothing("finished is final");
    }
    var held = Frozen.list(local.getSpec().getTolerations());
    var patient = patient(held);
    if (!patient.equals(held)) {
      return new Tolerate(patient);
    }
    var after = after(stop, local);
    return silence.compareTo(after) < 0 ? new Look(after.minus(silence)) : new GiveUp(after);
  }

  /** The provider's time, the pod's own for its end, and what lies between. */
  static Duration after(OnDisconnect.StopAfter stop, Pod local) {
    return stop.time().plusSeconds(Facts.grace(local)).plus(SKEW);
  }

  /** Whether Kubernetes goes by this toleration when a node is away. */
  static boolean isOfAbsence(Toleration toleration) {
    return Names.TAINT_NOT_READY.equals(toleration.getKey())
        || Names.TAINT_UNREACHABLE.equals(toleration.getKey());
  }

  private static List<Toleration> patient(List<Toleration> held) {
    var all = new ArrayList<Toleration>();
    for (var toleration : held) {
      all.add(
          isOfAbsence(toleration) && "NoExecute".equals(toleration.getEffect())
              ? new TolerationBuilder(toleration).withTolerationSeconds(null).build()
              : toleration);
    }
    for (var taint : List.of(Names.TAINT_NOT_READY, Names.TAINT_UNREACHABLE)) {
      if (all.stream().noneMatch(toleration -> taint.equals(toleration.getKey()))) {
        all.add(
            new TolerationBuilder()
                .withKey(taint)
                .withOperator("Exists")
                .withEffect("NoExecute")
                .build());
      }
    }
    return all;
  }
}
