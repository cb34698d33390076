package io.sluice.manager.provider.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceSpec;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.offloading.Quota;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.engine.pki.Keys;
import io.sluice.manager.Side;
import io.sluice.manager.border.Patience;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.access.TenantAccess;
import io.sluice.translate.tenant.SliceRules;
import io.sluice.translate.tenant.Subject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a provider does about slices, apart from their resources (SL-2, SL-4, §4.4). */
@NeedsClusters("away")
class SliceApiTest {
  private static final Kind<ResourceSlice> SLICES = Kind.of(ResourceSlice.class);
  private static RunningProvider provider;
  private static Side side;

  @BeforeAll
  static void startTheManager(Cluster away) {
    provider = RunningProvider.on(away);
    side = provider.side();
  }

  @AfterAll
  static void stopTheManager() {
    provider.close();
  }

  @Test
  void anAuthenticSliceGetsCredentialsOfItsOwn() {
    Guest guest = Guest.welcome(side, "slicer");

    Ref ref = create(guest, guest.slice("big", Subject.slice("slicer", "big")));

    ResourceSlice decided = awaitVerdict(ref, SliceVerdict.ACCEPTED);
    IssuedCertificate issued =
        Guest.certificate(Objects.requireNonNull(decided.getStatus().authParams()));
    assertThat(issued.subject()).isEqualTo(Subject.slice("slicer", "big"));
    assertThat(Keys.same(issued.key(), guest.pair.getPublic())).isTrue();
  }

  @Test
  void aSliceThatWantsToBeSomebodyElseIsDenied() {
    Guest guest = Guest.welcome(side, "impostor");

    Ref ref = create(guest, guest.slice("big", Subject.slice("somebody", "big")));

    ResourceSlice decided = awaitVerdict(ref, SliceVerdict.DENIED);
    assertThat(condition(decided).map(SliceCondition::reason)).hasValue(Reasons.INVALID_CSR);
    assertThat(decided.getStatus().authParams()).isNull();
  }

  @Test
  void whatWasGrantedBecomesAQuotaAndFollowsIt() {
    Guest guest = Guest.welcome(side, "quoted");
    Ref ref = create(guest, guest.slice("big", Subject.slice("quoted", "big")));

    grant(ref, "4");
    awaitQuota(guest, "4", false);
    grant(ref, "2");
    awaitQuota(guest, "2", false);
  }

  @Test
  void aConsumerCannotGrantItself() {
    Guest guest = Guest.welcome(side, "greedy");
    Ref ref = create(guest, guest.slice("big", Subject.slice("greedy", "big")));
    try (Api asGuest = guest.connect(guest.awaitCredentials())) {
      assertThatThrownBy(
              () -> asGuest.patch(SLICES, ref, Patch.apply(granted(ref, "1000"), "x").to("status")))
          .isInstanceOfSatisfying(
              ApiFailure.class, failure -> assertThat(failure.code()).isEqualTo(403));
    }
  }

  @Test
  void whoIsCordonedKeepsWhatItHasAndGetsNothingNew() {
    Guest guest = Guest.welcome(side, "cordoned");
    Ref before = create(guest, guest.slice("big", Subject.slice("cordoned", "big")));
    grant(before, "4");
    awaitQuota(guest, "4", false);

    steps().stand("cordoned", TenantCondition.CORDONED);

    awaitQuota(guest, "4", true);
    assertThat(side.admin().get(SLICES, before).getMetadata().getAnnotations())
        .containsEntry(Annotations.CORDON_TENANT, "true");
    Ref after = create(guest, external(guest.slice("more", Subject.slice("cordoned", "more"))));
    await()
        .until(
            () ->
                resources(after)
                    .map(SliceCondition::reason)
                    .equals(Optional.of(Reasons.TENANT_CORDONED)));
    assertThat(resources(before).map(SliceCondition::status)).hasValue(SliceVerdict.ACCEPTED);

    steps().stand("cordoned", TenantCondition.ACTIVE);

    awaitQuota(guest, "4", false);
    await().until(() -> resources(after).isEmpty());
  }

  @Test
  void whoIsDrainedLosesEverythingAndMayComeBack() {
    Guest guest = Guest.welcome(side, "drained");
    Ref ref = create(guest, guest.slice("big", Subject.slice("drained", "big")));
    awaitVerdict(ref, SliceVerdict.ACCEPTED);
    Ref binding = Ref.of(TenantAccess.controlPlane(guest.namespace, "drained"));

    steps().stand("drained", TenantCondition.DRAINED);

    await().until(() -> side.find(ResourceSlice.class, ref).isEmpty());
    await().until(() -> side.find(RoleBinding.class, binding).isEmpty());
    try (Api asGuest = guest.connect(guest.awaitCredentials())) {
      await().until(() -> isForbidden(asGuest, guest));
      steps().stand("drained", TenantCondition.ACTIVE);
      await().until(() -> !isForbidden(asGuest, guest));
    }
  }

  @Test
  void whoIsDismissedHasNoRightsLeft() {
    Guest guest = Guest.welcome(side, "dismissed");

    steps().dismiss("dismissed");

    try (Api asGuest = guest.connect(guest.lastCredentials())) {
      await().until(() -> isForbidden(asGuest, guest));
    }
  }

  private static boolean isForbidden(Api api, Guest guest) {
    try {
      api.list(SLICES, Scope.namespace(guest.namespace));
      return false;
    } catch (ApiFailure failure) {
      assertThat(failure.code()).isEqualTo(403);
      return true;
    }
  }

  /** One whose resources are decided by somebody else's controller. */
  private static ResourceSlice external(ResourceSlice slice) {
    ResourceSliceSpec spec = slice.getSpec();
    slice.setSpec(
        new ResourceSliceSpec(
            spec.consumerClusterID(),
            spec.providerClusterID(),
            spec.resources(),
            "theirs",
            spec.csr()));
    return slice;
  }

  private static ProviderSteps steps() {
    return new ProviderSteps(
        side.admin(), Patience.each(Duration.ofSeconds(20)), Clock.systemUTC());
  }

  /** As the consumer's own manager would, with its own credentials. */
  private static Ref create(Guest guest, ResourceSlice slice) {
    try (Api asGuest = guest.connect(guest.awaitCredentials())) {
      return Ref.of(asGuest.create(SLICES, slice));
    }
  }

  private static ResourceSlice awaitVerdict(Ref ref, SliceVerdict verdict) {
    return await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> side.admin().get(SLICES, ref),
            slice -> condition(slice).filter(c -> c.status() == verdict).isPresent());
  }

  private static Optional<SliceCondition> condition(ResourceSlice slice) {
    return SliceRules.condition(slice, SliceConditionType.AUTHENTICATION);
  }

  private static Optional<SliceCondition> resources(Ref ref) {
    return SliceRules.condition(side.admin().get(SLICES, ref), SliceConditionType.RESOURCES);
  }

  /** As the part that decides about resources would. */
  private static void grant(Ref ref, String cpu) {
    side.admin().patch(SLICES, ref, Patch.apply(granted(ref, cpu), "sharing").to("status"));
  }

  private static Map<String, Object> granted(Ref ref, String cpu) {
    return Map.of(
        "apiVersion",
        "authentication.liqo.io/v1beta1",
        "kind",
        "ResourceSlice",
        "metadata",
        Map.of("name", ref.name(), "namespace", ref.namespace()),
        "status",
        Map.of(
            "resources", Map.of("cpu", cpu),
            "conditions", List.of(Map.of("type", "Resources", "status", "Accepted"))));
  }

  private static void awaitQuota(Guest guest, String cpu, boolean cordoned) {
    Ref ref = new Ref(guest.namespace, Subject.sliceUser(guest.id, "big"));
    await()
        .untilAsserted(
            () ->
                assertThat(side.find(Quota.class, ref))
                    .hasValueSatisfying(
                        quota -> {
                          assertThat(quota.getSpec().resources())
                              .isEqualTo(Map.of("cpu", new Quantity(cpu)));
                          assertThat(quota.getSpec().cordoned()).isEqualTo(cordoned);
                        }));
  }
}
