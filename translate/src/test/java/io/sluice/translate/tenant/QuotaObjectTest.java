package io.sluice.translate.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceSpec;
import io.sluice.api.authentication.ResourceSliceStatus;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.offloading.Quota;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaObjectTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void theQuotaBearsTheNameOfTheCertificate() {
    ResourceSlice slice = slice("", Map.of());
    slice.setStatus(status(SliceVerdict.ACCEPTED));

    Quota quota = QuotaObject.of(slice, "rome", LimitsEnforcement.NONE);

    String user = Subject.sliceUser("rome", "gpu");
    assertThat(quota.getMetadata().getName()).isEqualTo(user);
    assertThat(quota.getMetadata().getNamespace()).isEqualTo("liqo-tenant-rome");
    assertThat(quota.getMetadata().getOwnerReferences())
        .extracting("kind", "name", "uid")
        .containsExactly(org.assertj.core.groups.Tuple.tuple("ResourceSlice", "gpu", "u1"));
    assertThat(quota.getSpec().user()).isEqualTo(user);
    assertThat(quota.getSpec().resources()).isEqualTo(Map.of("cpu", new Quantity("4")));
    assertThat(quota.getSpec().cordoned()).isFalse();
  }

  @ParameterizedTest(name = "§4.4: {0}={1}")
  @CsvSource({
    "liqo.io/cordon, true, true",
    "liqo.io/cordon, '', true",
    "liqo.io/cordon-tenant, yes, true",
    "liqo.io/cordon, false, false",
    "liqo.io/cordon, False, false",
    "liqo.io/cordon-tenant, 0, false",
    "other, true, false",
  })
  void aSliceIsCordonedByItsAnnotations(String key, String value, boolean cordoned) {
    ResourceSlice slice = slice("", Map.of());
    slice.getMetadata().setAnnotations(Map.of(key, value));

    assertThat(QuotaObject.isCordoned(slice)).isEqualTo(cordoned);
  }

  @ParameterizedTest
  @CsvSource({
    "ACTIVE, CORDONED, true",
    "CORDONED, ACTIVE, true",
    "DRAINED, ACTIVE, true",
    "DRAINED, CORDONED, false",
    "ACTIVE, DRAINED, true",
    "CORDONED, DRAINED, true",
    "ACTIVE, ACTIVE, false",
  })
  void aDrainedTenantComesBackOnlyByBeingActivated(
      TenantCondition from, TenantCondition to, boolean allowed) {
    assertThat(TenantLife.mayFollow(from, to)).isEqualTo(allowed);
  }

  @Test
  void drainingTakesRightsAwayAndCordoningDoesNot() {
    assertThat(TenantLife.of(TenantCondition.ACTIVE)).isEqualTo(new TenantLife(true, false, false));
    assertThat(TenantLife.of(TenantCondition.CORDONED))
        .isEqualTo(new TenantLife(true, true, false));
    assertThat(TenantLife.of(TenantCondition.DRAINED)).isEqualTo(new TenantLife(false, true, true));
  }

  private static ResourceSlice slice(String sliceClass, Map<String, String> resources) {
    Map<String, Quantity> quantities = new java.util.HashMap<>();
    resources.forEach((name, amount) -> quantities.put(name, new Quantity(amount)));
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(
        new ObjectMetaBuilder()
            .withName("gpu")
            .withNamespace("liqo-tenant-rome")
            .withUid("u1")
            .build());
    slice.setSpec(new ResourceSliceSpec("rome", "milan", quantities, sliceClass, null));
    return slice;
  }

  private static ResourceSliceStatus status(SliceVerdict verdict) {
    return new ResourceSliceStatus(
        List.of(
            new SliceCondition(
                SliceConditionType.RESOURCES, verdict, "ResourcesLent", "", T0.toString())),
        Map.of("cpu", new Quantity("4")),
        null,
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of());
  }
}
