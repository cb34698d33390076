package io.sluice.translate.pod.status;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.pod.Facts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where a pod went over more than one border (§10), cluster and node of each, nearest first. It
 * travels home with the status: each cluster knows only its neighbours. A pod that crossed one
 * border says nothing, its node tells everything.
 */
public final class Hops {
  private static final String NEXT = " > ";

  private Hops() {}

  /** What the local pod shall say; empty for a pod of one hop. */
  static Optional<String> of(Pod local, Pod remote) {
    var node = remote.getSpec() == null ? null : remote.getSpec().getNodeName();
    var cluster = Facts.labels(remote).get(Labels.DESTINATION);
    if (node == null || cluster == null) {
      return Optional.empty();
    }
    var here = cluster + "/" + node;
    return said(remote)
        .map(further -> here + NEXT + further)
        .or(() -> cameFromElsewhere(local) ? Optional.of(here) : Optional.empty());
  }

  /** The places that a pod went to, each as cluster/node; none for a pod of one hop. */
  public static List<String> places(Pod pod) {
    return said(pod).stream().flatMap(text -> Arrays.stream(text.split(NEXT))).toList();
  }

  private static Optional<String> said(Pod pod) {
    return Facts.condition(pod, ConditionTypes.HOPS)
        .map(PodCondition::getMessage)
        .filter(message -> !message.isEmpty());
  }

  private static boolean cameFromElsewhere(Pod local) {
    return Facts.annotations(local).containsKey(Annotations.HOP_CHAIN);
  }
}
