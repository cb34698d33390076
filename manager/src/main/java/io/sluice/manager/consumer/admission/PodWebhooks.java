package io.sluice.manager.consumer.admission;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchResources;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The same policies as webhooks, for API servers that have no MutatingAdmissionPolicy (§5.5). They
 * are made from the policies themselves, so both reach the same pods: in namespaces that are not
 * extended nobody asks us, and we stand in nobody's way.
 *
 * @param base where the manager answers
 * @param certificate its serving certificate in PEM, which is its own authority
 */
record PodWebhooks(URI base, String certificate) {
  static final String NAME = "pods.sluice.io";
  private static final int PATIENCE_SECONDS = 5;

  MutatingWebhookConfiguration of(List<PodPolicy> policies) {
    return new MutatingWebhookConfigurationBuilder()
        .withMetadata(
            new ObjectMetaBuilder()
                .withName(NAME)
                .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
                .build())
        .withWebhooks(
            policies.stream()
                .flatMap(
                    policy -> policy.bindings().stream().map(binding -> webhook(policy, binding)))
                .toList())
        .build();
  }

  private MutatingWebhook webhook(PodPolicy policy, MutatingAdmissionPolicyBinding binding) {
    String name = binding.getMetadata().getName();
    var given = policy.policy().getSpec();
    @Nullable MatchResources narrower = binding.getSpec().getMatchResources();
    return new MutatingWebhookBuilder()
        .withName(name)
        .withAdmissionReviewVersions("v1")
        .withSideEffects("None")
        .withTimeoutSeconds(PATIENCE_SECONDS)
        .withFailurePolicy(given.getFailurePolicy())
        .withReinvocationPolicy(given.getReinvocationPolicy())
        .withNamespaceSelector(
            both(
                given.getMatchConstraints().getNamespaceSelector(),
                narrower == null ? null : narrower.getNamespaceSelector()))
        .withObjectSelector(narrower == null ? null : narrower.getObjectSelector())
        .addNewRule()
        .withApiGroups("")
        .withApiVersions("v1")
        .withOperations("CREATE")
        .withResources("pods")
        .endRule()
        .withNewClientConfig()
        .withUrl(base.resolve("/" + name).toString())
        .withCaBundle(
            Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.UTF_8)))
        .endClientConfig()
        .build();
  }

  private static LabelSelector both(LabelSelector one, @Nullable LabelSelector other) {
    return other == null
        ? one
        : new LabelSelectorBuilder(one)
            .addToMatchLabels(Frozen.map(other.getMatchLabels()))
            .addAllToMatchExpressions(Frozen.list(other.getMatchExpressions()))
            .build();
  }
}
