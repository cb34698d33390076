package io.sluice.translate.guard;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBuilder;
import io.sluice.api.offloading.Offloading;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import java.util.List;

/**
 * Whose ShadowPods may lie where, and who made them (§4.3, T-33). What the pod inside may be is
 * checked by {@link PodRules} and Kubernetes' own Pod Security: its content is opaque here.
 */
public final class ShadowPodRules {
  private ShadowPodRules() {}

  public static final String NAME = "shadowpods.sluice.io";

  private static final String OWNER =
      "namespaceObject.metadata.labels[" + Cel.text(Labels.REMOTE_CLUSTER_ID) + "]";
  private static final String CREATOR = Cel.text(Labels.CREATOR_USER);
  private static final String HAS_LABELS = "has(object.metadata.labels)";

  /** Stamps the creator, so that nobody has to be believed. */
  public static MutatingAdmissionPolicy creator() {
    return new MutatingAdmissionPolicyBuilder()
        .withMetadata(AdmissionRule.metadata(NAME))
        .withNewSpec()
        .withFailurePolicy("Fail")
        .withReinvocationPolicy("Never")
        .withNewMatchConstraints()
        .withNamespaceSelector(AdmissionRule.twins())
        .withResourceRules(
            AdmissionRule.on(Offloading.GROUP, Offloading.VERSION, "shadowpods", "CREATE"))
        .endMatchConstraints()
        .addNewMutation()
        .withPatchType("JSONPatch")
        .withNewJsonPatch()
        .withExpression(
            """
            !request.userInfo.username.matches('^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$') ? [] :
            (%s ? [] : [JSONPatch{op: "add", path: "/metadata/labels", value: {}}]) +
            [JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey(%s), value: request.userInfo.username}]\
            """
                .formatted(HAS_LABELS, CREATOR))
        .endJsonPatch()
        .endMutation()
        .endSpec()
        .build();
  }

  public static MutatingAdmissionPolicyBinding creatorBinding() {
    return new MutatingAdmissionPolicyBindingBuilder()
        .withMetadata(AdmissionRule.metadata(NAME))
        .withNewSpec()
        .withPolicyName(NAME)
        .endSpec()
        .build();
  }

  /** Refuses what lies in another tenant's namespace, a forged creator, and a moved identity. */
  public static AdmissionRule tenancy(String cluster) {
    String origin = Cel.text(Labels.ORIGIN);
    String uid = Cel.text(Annotations.LOCAL_UID);
    String at = "cluster " + cluster + " refuses this ShadowPod: ";
    return AdmissionRule.of(
        NAME,
        AdmissionRule.twins(),
        AdmissionRule.on(Offloading.GROUP, Offloading.VERSION, "shadowpods", "CREATE", "UPDATE"),
        "true",
        List.of(
            Cel.must(
                "request.operation != 'CREATE' || " + OWNER + " in request.userInfo.groups",
                at + "the namespace belongs to another tenant (rule tenancy)"),
            Cel.must(
                HAS_LABELS
                    + " && "
                    + origin
                    + " in object.metadata.labels && object.metadata.labels["
                    + origin
                    + "] == "
                    + OWNER,
                at
                    + "label "
                    + Labels.ORIGIN
                    + " must be the owner of the namespace (rule tenancy)"),
            Cel.must(
                "request.operation != 'CREATE' || ("
                    + CREATOR
                    + " in object.metadata.labels && object.metadata.labels["
                    + CREATOR
                    + "] == request.userInfo.username)",
                at
                    + "label "
                    + Labels.CREATOR_USER
                    + " must be who creates it, in at most 63 characters (rule creator)"),
            Cel.must(
                "request.operation != 'UPDATE' || ("
                    + optional("oldObject", CREATOR)
                    + " == "
                    + optional("object", CREATOR)
                    + ")",
                at + "label " + Labels.CREATOR_USER + " may not change (rule creator)"),
            Cel.must(
                "request.operation != 'UPDATE' || !("
                    + OWNER
                    + " in request.userInfo.groups) || "
                    + optional("object", CREATOR)
                    + " == request.userInfo.username",
                at + "another identity made it (rule creator)"),
            Cel.must(
                "request.operation != 'UPDATE' || !has(oldObject.metadata.annotations) || !("
                    + uid
                    + " in oldObject.metadata.annotations) || (has(object.metadata.annotations) && "
                    + uid
                    + " in object.metadata.annotations && object.metadata.annotations["
                    + uid
                    + "] == oldObject.metadata.annotations["
                    + uid
                    + "])",
                at + "annotation " + Annotations.LOCAL_UID + " may not change (rule identity)"),
            Cel.must(
                "has(object.spec) && has(object.spec.pod) && has(object.spec.pod.containers)"
                    + " && object.spec.pod.containers.size() > 0",
                at + "spec.pod has no containers (rule shape)")));
  }

  private static String optional(String object, String label) {
    return "(has(%s.metadata.labels) && %s in %s.metadata.labels ? %s.metadata.labels[%s] : '')"
        .formatted(object, label, object, object, label);
  }
}
