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
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import java.util.List;

/**
 * What a consumer may not do to the objects that it sends (§8.2): say that they are somebody
 * else's, or lift a cordon that the provider has put on them. Everybody else's requests end at the
 * match condition; there is no parameter that could fail to resolve (T-29).
 */
public final class BorderObjects {
  private BorderObjects() {}

  public static final String NAME = "tenant-objects.sluice.io";

  private static final String OWN =
      """
      has(object.metadata.labels) && "%1$s" in object.metadata.labels && \
      object.metadata.labels["%1$s"] == variables.consumer\
      """;
  private static final String KEPT =
      """
      request.operation == "CREATE" || \
      (has(object.metadata.annotations) && "%1$s" in object.metadata.annotations \
      ? object.metadata.annotations["%1$s"] : "") == \
      (has(oldObject.metadata.annotations) && "%1$s" in oldObject.metadata.annotations \
      ? oldObject.metadata.annotations["%1$s"] : "")\
      """;

  public static ValidatingAdmissionPolicy policy() {
    return new ValidatingAdmissionPolicyBuilder()
        .withMetadata(metadata())
        .withNewSpec()
        .withFailurePolicy("Fail")
        .withNewMatchConstraints()
        .withNewNamespaceSelector()
        .addToMatchLabels(Labels.TENANT_NAMESPACE, Labels.TRUE)
        .endNamespaceSelector()
        .withResourceRules(
            rule("authentication.liqo.io", "resourceslices", "renews"),
            rule("offloading.liqo.io", "namespacemaps"))
        .endMatchConstraints()
        .addNewMatchCondition(
            "\"%s\" in request.userInfo.groups".formatted(Names.CONTROL_PLANE_GROUP), "consumer")
        .addNewVariable(
            "namespaceObject.metadata.labels[\"%s\"]".formatted(Labels.REMOTE_CLUSTER_ID),
            "consumer")
        .withValidations(
            check(OWN.formatted(Labels.ORIGIN_ID), "say that it comes from another cluster"),
            check(OWN.formatted(Labels.REMOTE_CLUSTER_ID), "say that it is another cluster's"),
            check(KEPT.formatted(Annotations.CORDON), "lift or set a cordon of the provider"),
            check(KEPT.formatted(Annotations.CORDON_TENANT), "lift or set a cordon of its tenant"))
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

  private static Validation check(String expression, String deed) {
    return new ValidationBuilder()
        .withExpression(expression)
        .withMessage("a consumer's object may not " + deed)
        .withReason("Forbidden")
        .build();
  }

  private static NamedRuleWithOperations rule(String group, String... resources) {
    return new NamedRuleWithOperationsBuilder()
        .withApiGroups(group)
        .withApiVersions("v1beta1")
        .withOperations("CREATE", "UPDATE")
        .withResources(List.of(resources))
        .build();
  }

  private static ObjectMeta metadata() {
    return new ObjectMetaBuilder()
        .withName(NAME)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .build();
  }
}
