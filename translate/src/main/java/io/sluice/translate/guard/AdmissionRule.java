package io.sluice.translate.guard;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperationsBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.Validation;
import io.sluice.api.vocab.Labels;
import java.util.List;

/**
 * A policy that an API server itself evaluates, with the binding that puts it into force.
 *
 * <p>None has a parameter: one that does not resolve would refuse everything that matches (T-29).
 */
public record AdmissionRule(
    ValidatingAdmissionPolicy policy, ValidatingAdmissionPolicyBinding binding) {

  /** Twin namespaces of one consumer, but not its tenant namespace. */
  static LabelSelector twinsOf(String consumer) {
    return new LabelSelectorBuilder()
        .addToMatchLabels(Labels.REMOTE_CLUSTER_ID, consumer)
        .addNewMatchExpression()
        .withKey(Labels.TENANT_NAMESPACE)
        .withOperator("DoesNotExist")
        .endMatchExpression()
        .build();
  }

  /** Twin namespaces of every consumer. */
  static LabelSelector twins() {
    return new LabelSelectorBuilder()
        .addNewMatchExpression()
        .withKey(Labels.REMOTE_CLUSTER_ID)
        .withOperator("Exists")
        .endMatchExpression()
        .addNewMatchExpression()
        .withKey(Labels.TENANT_NAMESPACE)
        .withOperator("DoesNotExist")
        .endMatchExpression()
        .build();
  }

  static NamedRuleWithOperations on(
      String group, String version, String resource, String... operations) {
    return new NamedRuleWithOperationsBuilder()
        .withApiGroups(group)
        .withApiVersions(version)
        .withOperations(operations)
        .withResources(resource)
        .build();
  }

  /** Fails closed: what cannot be evaluated is refused. */
  static AdmissionRule of(
      String name,
      LabelSelector namespaces,
      NamedRuleWithOperations resource,
      String condition,
      List<Validation> validations) {
    ValidatingAdmissionPolicy policy =
        new ValidatingAdmissionPolicyBuilder()
            .withMetadata(metadata(name))
            .withNewSpec()
            .withFailurePolicy("Fail")
            .withNewMatchConstraints()
            .withNamespaceSelector(namespaces)
            .withResourceRules(resource)
            .endMatchConstraints()
            .addNewMatchCondition()
            .withName("whom-it-concerns")
            .withExpression(condition)
            .endMatchCondition()
            .withValidations(validations)
            .endSpec()
            .build();
    ValidatingAdmissionPolicyBinding binding =
        new ValidatingAdmissionPolicyBindingBuilder()
            .withMetadata(metadata(name))
            .withNewSpec()
            .withPolicyName(name)
            .withValidationActions("Deny")
            .endSpec()
            .build();
    return new AdmissionRule(policy, binding);
  }

  static ObjectMeta metadata(String name) {
    return new ObjectMetaBuilder()
        .withName(name)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .build();
  }
}
