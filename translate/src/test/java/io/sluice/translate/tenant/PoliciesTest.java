package io.sluice.translate.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.authentication.AuthzPolicy;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.authentication.TenantSpec;
import io.sluice.api.policy.PodSecurityLevel;
import io.sluice.api.policy.PolicyTargets;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.policy.TenantPolicySpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PoliciesTest {
  private static final TenantPolicy FOR_ALL = policy("zz-all", 1, null);
  private static final TenantPolicy GOLD =
      policy(
          "gold",
          2,
          new PolicyTargets(
              List.of(), new LabelSelectorBuilder().addToMatchLabels("tier", "gold").build()));
  private static final TenantPolicy ROME =
      policy("rome", 3, new PolicyTargets(List.of("rome"), null));

  @Test
  void theNameIsCloserThanLabelsAndLabelsThanEverybody() {
    assertThat(weight("rome", Map.of("tier", "gold"), FOR_ALL, GOLD, ROME)).isEqualTo(3);
    assertThat(weight("milan", Map.of("tier", "gold"), FOR_ALL, GOLD, ROME)).isEqualTo(2);
    assertThat(weight("milan", Map.of(), FOR_ALL, GOLD, ROME)).isEqualTo(1);
  }

  @Test
  void ofEquallyClosePoliciesTheFirstByNameHolds() {
    TenantPolicy other = policy("aa-all", 7, null);

    assertThat(weight("milan", Map.of(), FOR_ALL, other)).isEqualTo(7);
    assertThat(weight("milan", Map.of(), other, FOR_ALL)).isEqualTo(7);
  }

  @Test
  void withoutAPolicyTheDefaultsHold() {
    TenantPolicySpec none = Policies.of(tenant("milan", Map.of()), List.of(ROME));

    assertThat(none).isEqualTo(Policies.DEFAULT);
    assertThat(none.weight()).isEqualTo(1);
    assertThat(none.podSecurity().level()).isEqualTo(PodSecurityLevel.BASELINE);
    assertThat(none.retainVolumes()).isTrue();
  }

  private static int weight(String id, Map<String, String> labels, TenantPolicy... policies) {
    return Policies.of(tenant(id, labels), List.of(policies)).weight();
  }

  private static Tenant tenant(String id, Map<String, String> labels) {
    Tenant tenant = new Tenant();
    tenant.setMetadata(new ObjectMetaBuilder().withName(id).withLabels(labels).build());
    tenant.setSpec(
        new TenantSpec(
            id, AuthzPolicy.KEYS_EXCHANGE, null, null, null, null, TenantCondition.ACTIVE));
    return tenant;
  }

  private static TenantPolicy policy(String name, int weight, @Nullable PolicyTargets targets) {
    TenantPolicy policy = new TenantPolicy();
    policy.setMetadata(new ObjectMetaBuilder().withName(name).build());
    policy.setSpec(
        new TenantPolicySpec(
            targets,
            weight,
            List.of(),
            Policies.DEFAULT.podSecurity(),
            Policies.DEFAULT.pods(),
            Policies.DEFAULT.streams(),
            Policies.DEFAULT.objects(),
            false));
    return policy;
  }
}
