package io.sluice.translate.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.translate.tenant.TenantRules.Around;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** §1.3: where a Tenant must live, and that there is one. */
class TenantRulesTest {
  private static final String EARLY = "2026-06-01T12:00:00Z";
  private static final String LATE = "2026-06-01T12:00:01Z";
  private final Tenant home = Objects.tenant("liqo-tenant-home", "home", EARLY);

  @Test
  void aTenantInItsNamespaceIsLookedAt() {
    assertThat(refusal(home, "home", home)).isEmpty();
  }

  @Test
  void aTenantElsewhereIsRefused() {
    assertThat(refusal(home, null, home)).hasValue(Reasons.WRONG_TENANT_NAMESPACE);
    assertThat(refusal(home, "other", home)).hasValue(Reasons.WRONG_TENANT_NAMESPACE);
  }

  @Test
  void labelAndSpecMustAgree() {
    home.getMetadata().getLabels().put(Labels.REMOTE_CLUSTER_ID, "other");

    assertThat(refusal(home, "home", home)).hasValue(Reasons.INVALID_CLUSTER_ID);
  }

  @Test
  void theFirstTenantOfAClusterIsTheTenant() {
    Tenant second = Objects.tenant("liqo-tenant-home", "home", LATE);
    second.getMetadata().setName("again");

    assertThat(refusal(home, "home", second, home)).isEmpty();
    assertThat(refusal(second, "home", second, home)).hasValue(Reasons.TENANT_EXISTS);
  }

  private static Optional<String> refusal(Tenant tenant, @Nullable String of, Tenant... all) {
    return TenantRules.refusal(tenant, new Around("away", of, List.of(all), Set.of()))
        .map(Refusal::reason);
  }
}
