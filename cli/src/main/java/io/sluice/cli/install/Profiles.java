package io.sluice.cli.install;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Json;
import java.util.List;
import java.util.Map;

/** What a profile adds to an installation. */
final class Profiles {
  private Profiles() {}

  static final String POLICY = "sluice-hardened";

  /** Provider: what tenants without a policy of their own may do. */
  static List<HasMetadata> policies(Wishes.Profile profile) {
    return switch (profile) {
      case STANDARD -> List.of();
      case HARDENED -> List.of(restricted());
    };
  }

  /** Consumer: only Secrets and ConfigMaps leave that something names (D-19). */
  static List<String> kubeletArguments(Wishes.Profile profile) {
    return switch (profile) {
      case STANDARD -> List.of();
      case HARDENED -> List.of("--reflection-mode=REFERENCED");
    };
  }

  /** Only what is stricter is said: the rest is what holds without a policy. */
  private static TenantPolicy restricted() {
    TenantPolicy policy = new TenantPolicy();
    policy.setMetadata(
        new ObjectMetaBuilder()
            .withName(POLICY)
            .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
            .build());
    policy.setSpec(
        Json.convert(
            Map.of(
                "podSecurity", Map.of("level", "restricted"),
                "pods", Map.of("capabilities", List.of(), "nodeSelectorKeys", List.of()),
                "streams", Map.of("exec", false, "attach", false, "portForward", false),
                "objects", Map.of("nodePorts", false, "loadBalancers", false)),
            TenantPolicySpec.class));
    return policy;
  }
}
