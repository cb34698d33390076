package io.sluice.translate.access;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperationsBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.Validation;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidationBuilder;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import java.util.List;

/**
 * What NodeRestriction is for kubelets with node certificates, for those with ServiceAccounts
 * (T-23): the account of a virtual node is named after it, and it may touch only the pods bound to
 * that node, only that Node and its lease, and only tokens that die with one certain pod.
 *
 * <p>Everybody else's requests end at the match condition. It has no parameters, so nothing can
 * fail to resolve (T-29).
 */
public final class VirtualNodeRestriction {
  private VirtualNodeRestriction() {}

  public static final String NAME = "virtual-nodes.sluice.io";
  private static final String ACCOUNTS = "system:serviceaccount:" + Names.TENANT_NAMESPACE_PREFIX;

  public static ValidatingAdmissionPolicy policy() {
    return new ValidatingAdmissionPolicyBuilder()
        .withMetadata(metadata())
        .withNewSpec()
        .withFailurePolicy("Fail")
        .withNewMatchConstraints()
        .withResourceRules(
            rule("", "v1", "pods", "pods/status", "pods/ephemeralcontainers", "pods/resize"),
            rule("", "v1", "pods/eviction", "pods/binding", "bindings"),
            rule("", "v1", "nodes", "nodes/status", "serviceaccounts/token"),
            rule("coordination.k8s.io", "v1", "leases"))
        .endMatchConstraints()
        .addNewMatchCondition(
            "request.userInfo.username.startsWith(\"%s\")".formatted(ACCOUNTS), "virtual-kubelet")
        .addNewVariable("request.userInfo.username.split(\":\")[3]", "node")
        .addNewVariable("request.resource.resource", "resource")
        .addNewVariable("has(request.subResource) ? request.subResource : \"\"", "subresource")
        .withValidations(validations())
        .endSpec()
        .build();
  }

  public static ValidatingAdmissionPolicyBinding binding() {
    return new ValidatingAdmissionPolicyBindingBuilder()
        .withMetadata(metadata())
        .withNewSpec()
        .withPolicyName(NAME)
        .withValidationActions("Deny")
        .endSpec()
        .build();
  }

  private static List<Validation> validations() {
    return List.of(
        check(
            """
            variables.resource != "pods" || \
            (request.operation in ["UPDATE", "DELETE"] && variables.subresource in ["", "status"] \
            && has(oldObject.spec.nodeName) && oldObject.spec.nodeName == variables.node)\
            """,
            "may only change or delete pods that are bound to it"),
        check(
            "variables.resource != \"bindings\" && variables.subresource != \"binding\"",
            "may not bind pods"),
        check(
            """
            variables.resource != "nodes" || (request.name == variables.node && \
            (request.operation != "CREATE" || (has(object.metadata.labels) && \
            "%s" in object.metadata.labels && object.metadata.labels["%s"] == "%s")))\
            """
                .formatted(Labels.TYPE, Labels.TYPE, Labels.TYPE_VIRTUAL_NODE),
            "may only keep its own Node, which is a virtual one"),
        check(
            """
            variables.resource != "leases" || request.namespace != "%s" || \
            request.name == variables.node\
            """
                .formatted(Names.NODE_LEASE_NAMESPACE),
            "may only keep its own lease"),
        check(
            """
            variables.resource != "serviceaccounts" || (has(object.spec.boundObjectRef) && \
            has(object.spec.boundObjectRef.kind) && object.spec.boundObjectRef.kind == "Pod" && \
            has(object.spec.boundObjectRef.uid) && object.spec.boundObjectRef.uid != "")\
            """,
            "may only ask for tokens that are bound to a pod and its UID"));
  }

  private static Validation check(String expression, String rule) {
    return new ValidationBuilder()
        .withExpression(expression)
        .withMessageExpression("\"virtual node \" + variables.node + \" " + rule + "\"")
        .withReason("Forbidden")
        .build();
  }

  private static NamedRuleWithOperations rule(String group, String version, String... resources) {
    return new NamedRuleWithOperationsBuilder()
        .withApiGroups(group)
        .withApiVersions(version)
        .withOperations("CREATE", "UPDATE", "DELETE")
        .withResources(resources)
        .build();
  }

  private static ObjectMeta metadata() {
    return new ObjectMetaBuilder()
        .withName(NAME)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .build();
  }
}
