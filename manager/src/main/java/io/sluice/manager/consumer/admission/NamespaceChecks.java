package io.sluice.manager.consumer.admission;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import io.sluice.api.offloading.Offloading;
import io.sluice.api.vocab.Labels;
import java.util.List;

/**
 * What the schema of NamespaceOffloading can't say (§5.6): a twin's name depends on this cluster's
 * ID, and a stricter strategy deserves a warning.
 */
public record NamespaceChecks(String clusterId) {
  private static final String NAMES = "names.namespaceoffloadings.sluice.io";
  private static final String STRATEGY = "strategy.namespaceoffloadings.sluice.io";
  private static final int LONGEST = 63;

  public List<ValidatingAdmissionPolicy> policies() {
    return List.of(names(), strategy());
  }

  public List<ValidatingAdmissionPolicyBinding> bindings() {
    return List.of(binding(NAMES, "Deny"), binding(STRATEGY, "Warn"));
  }

  private ValidatingAdmissionPolicy names() {
    int most = LONGEST - 1 - clusterId.length();
    return policy(
        NAMES,
        "CREATE",
        """
        object.spec.namespaceMappingStrategy != "DefaultName" || \
        object.metadata.namespace.size() <= %d\
        """
            .formatted(most),
        """
        the twin's name would be the namespace's with "-%s" and have more than %d characters: \
        choose namespaceMappingStrategy SelectedName or EnforceSameName\
        """
            .formatted(clusterId, LONGEST));
  }

  private ValidatingAdmissionPolicy strategy() {
    return policy(
        STRATEGY,
        "UPDATE",
        """
        object.spec.podOffloadingStrategy == "LocalAndRemote" || \
        object.spec.podOffloadingStrategy == oldObject.spec.podOffloadingStrategy\
        """,
        "pods that already run keep running where they are, even where the new strategy would not"
            + " put them");
  }

  private static ValidatingAdmissionPolicy policy(
      String name, String operation, String expression, String message) {
    return new ValidatingAdmissionPolicyBuilder()
        .withMetadata(metadata(name))
        .withNewSpec()
        .withFailurePolicy("Fail")
        .withNewMatchConstraints()
        .addNewResourceRule()
        .withApiGroups(Offloading.GROUP)
        .withApiVersions("*")
        .withOperations(operation)
        .withResources("namespaceoffloadings")
        .endResourceRule()
        .endMatchConstraints()
        .addNewValidation()
        .withExpression(expression)
        .withMessage(message)
        .withReason("Invalid")
        .endValidation()
        .endSpec()
        .build();
  }

  private static ValidatingAdmissionPolicyBinding binding(String name, String action) {
    return new ValidatingAdmissionPolicyBindingBuilder()
        .withMetadata(metadata(name))
        .withNewSpec()
        .withPolicyName(name)
        .withValidationActions(action)
        .endSpec()
        .build();
  }

  private static ObjectMeta metadata(String name) {
    return new ObjectMetaBuilder()
        .withName(name)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .build();
  }
}
