package io.sluice.manager.consumer.admission;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.sluice.api.vocab.Names;

/**
 * An update that replaces a pod's tolerations knows nothing of the one that admission added, and
 * the API server refuses updates that drop one: what was there is put back.
 *
 * <p>Without a parameter and never in the way, because finalizers are removed by updates too, from
 * namespaces that are being deleted.
 */
final class KeptToleration {
  private static final String NAME = "kept.pods.sluice.io";

  private KeptToleration() {}

  static PodPolicy policy(LabelSelector namespaces) {
    return PodPolicies.bridge(
        NAME,
        PodPolicies.onPods(NAME, namespaces, "UPDATE")
            .editSpec()
            .withMatchConditions(
                new MatchCondition(tolerates("oldObject"), "had-it"),
                new MatchCondition("!(" + tolerates("object") + ")", "lost-it"))
            .withMutations(PlacementCel.patch(PUT_BACK))
            .endSpec(),
        null);
  }

  private static String tolerates(String pod) {
    return """
    has(%s.spec.tolerations) && %s.spec.tolerations.exists(t, %s)\
    """
        .formatted(pod, pod, OURS);
  }

  private static final String OURS =
      "has(t.key) && t.key == \"%s\"".formatted(Names.TAINT_NOT_ALLOWED);

  private static final String PUT_BACK =
      """
      (has(object.spec.tolerations) ? [] : \
      [JSONPatch{op: "add", path: "/spec/tolerations", value: []}]) +
      oldObject.spec.tolerations.filter(t, %s).map(t, \
      JSONPatch{op: "add", path: "/spec/tolerations/-", value: t})\
      """
          .formatted(OURS);
}
