package io.sluice.translate.border;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.AuthzPolicy;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.IdentitySpec;
import io.sluice.api.authentication.IdentityType;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.authentication.TenantSpec;
import io.sluice.api.core.ForeignClusterStatus;
import io.sluice.api.core.PeerCondition;
import io.sluice.api.core.PeerConditionStatus;
import io.sluice.api.core.PeerConditionType;
import io.sluice.api.core.PeerModule;
import io.sluice.api.core.PeerModules;
import io.sluice.api.core.PeerRole;
import io.sluice.api.core.TenantNamespaces;
import io.sluice.api.networking.Configuration;
import io.sluice.translate.border.PeerFacts.Answer;
import io.sluice.translate.border.PeerFacts.Credentials;
import io.sluice.translate.border.PeerFacts.Health;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** §1.5. */
class PeerStatusTest {
  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
  private static final Credentials NONE = new Credentials(null, false, Health.UNKNOWN, null);

  @ParameterizedTest
  @CsvSource({
    "false, false, UNKNOWN",
    "true, false, CONSUMER",
    "false, true, PROVIDER",
    "true, true, CONSUMER_AND_PROVIDER"
  })
  void theRoleFollowsWhatThereIs(boolean tenant, boolean identity, PeerRole role) {
    PeerFacts facts = facts(tenant ? tenant() : null, identity ? connected(Answer.HEALTHY) : NONE);

    assertThat(status(facts).role()).isEqualTo(role);
    assertThat(facts.isNothing()).isEqualTo(!tenant && !identity);
  }

  @ParameterizedTest
  @CsvSource({"NOT_ASKED, PENDING", "HEALTHY, ESTABLISHED", "FAILED, ERROR"})
  void theApiServerIsWhatItLastAnswered(Answer answer, PeerConditionStatus condition) {
    ForeignClusterStatus status = status(facts(null, connected(answer)));

    assertThat(status.conditions())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.type()).isEqualTo(PeerConditionType.API_SERVER_STATUS);
              assertThat(found.status()).isEqualTo(condition);
            });
    assertThat(status.apiServerUrl()).isEqualTo("https://away:6443");
    assertThat(status.tenantNamespace())
        .isEqualTo(new TenantNamespaces("liqo-tenant-away", "liqo-tenant-home"));
  }

  @Test
  void aPeerThatIsOnlyAConsumerIsNeverAsked() {
    assertThat(status(facts(tenant(), NONE)).conditions()).isEmpty();
  }

  @Test
  void timesMoveOnlyWithTheStatus() {
    ForeignClusterStatus first = status(facts(tenant(), connected(Answer.HEALTHY)));

    ForeignClusterStatus later =
        PeerStatus.of(facts(tenant(), connected(Answer.FAILED)), first, 1, NOON.plusSeconds(60));

    assertThat(all(later))
        .extracting(PeerCondition::type, PeerCondition::lastTransitionTime)
        .contains(
            org.assertj.core.groups.Tuple.tuple(
                PeerConditionType.API_SERVER_STATUS, "2026-06-01T12:01:00Z"),
            org.assertj.core.groups.Tuple.tuple(
                PeerConditionType.AUTH_TENANT_STATUS, "2026-06-01T12:00:00Z"));
  }

  @Test
  void withoutAConfigurationThereIsNoNetworkModule() {
    assertThat(modules(facts(tenant(), NONE)).networking()).isEqualTo(PeerModule.off());

    PeerFacts configured = new PeerFacts(tenant(), NONE, List.of(), List.of(), new Configuration());
    assertThat(modules(configured).networking().enabled()).isTrue();
    assertThat(modules(configured).networking().conditions())
        .extracting(PeerCondition::status)
        .containsExactly(PeerConditionStatus.NOT_READY, PeerConditionStatus.PENDING);
  }

  @Test
  void aVirtualNodeOfAPeerKeepsItKnown() {
    Node node = new NodeBuilder().withNewMetadata().withName("away").endMetadata().build();

    assertThat(new PeerFacts(null, NONE, List.of(), List.of(node), null).isNothing()).isFalse();
  }

  private static ForeignClusterStatus status(PeerFacts facts) {
    return PeerStatus.of(facts, null, 1, NOON);
  }

  private static PeerModules modules(PeerFacts facts) {
    return Objects.requireNonNull(status(facts).modules());
  }

  private static List<PeerCondition> all(ForeignClusterStatus status) {
    PeerModules modules = Objects.requireNonNull(status.modules());
    return Stream.concat(
            status.conditions().stream(), modules.authentication().conditions().stream())
        .toList();
  }

  private static PeerFacts facts(@Nullable Tenant tenant, Credentials credentials) {
    return new PeerFacts(tenant, credentials, List.of(), List.of(), null);
  }

  private static Credentials connected(Answer answer) {
    Identity identity = new Identity();
    identity.setMetadata(new ObjectMetaBuilder().withName("controlplane-away").build());
    identity.setSpec(
        new IdentitySpec(
            "away",
            IdentityType.CONTROL_PLANE,
            new AuthParams(null, null, "https://away:6443", null, null),
            "liqo-tenant-home"));
    return new Credentials(identity, true, new Health(answer, ""), "liqo-tenant-away");
  }

  private static Tenant tenant() {
    Tenant tenant = new Tenant();
    tenant.setMetadata(new ObjectMetaBuilder().withName("away").build());
    tenant.setSpec(
        new TenantSpec(
            "away", AuthzPolicy.KEYS_EXCHANGE, null, null, null, null, TenantCondition.ACTIVE));
    return tenant;
  }
}
