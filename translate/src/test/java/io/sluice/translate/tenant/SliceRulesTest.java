package io.sluice.translate.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.offloading.Quota;
import io.sluice.api.offloading.QuotaSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Reasons;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SL-2, SL-4, §4.4. */
class SliceRulesTest {

  @Test
  void aSliceBelongsIntoTheNamespaceOfItsTenant() {
    ResourceSlice slice = Objects.slice("home");
    var tenant = Objects.tenant("liqo-tenant-home", "home", "2026-06-01T12:00:00Z");

    assertThat(SliceRules.refusal(slice, "home", tenant)).isEmpty();
    assertThat(SliceRules.refusal(slice, "other", tenant).map(Refusal::reason))
        .hasValue(Reasons.WRONG_TENANT_NAMESPACE);
    assertThat(SliceRules.refusal(slice, null, tenant).map(Refusal::reason))
        .hasValue(Reasons.WRONG_TENANT_NAMESPACE);
    assertThat(SliceRules.refusal(slice, "home", null).map(Refusal::reason))
        .hasValue(Reasons.NO_TENANT);
  }

  @ParameterizedTest
  @CsvSource({
    "ACTIVE, , , ",
    "ACTIVE, ACCEPTED, Granted, ",
    "CORDONED, , , TenantCordoned",
    "CORDONED, ACCEPTED, Granted, ",
    "CORDONED, DENIED, TooMuch, ",
    "CORDONED, DENIED, TenantCordoned, TenantCordoned",
    "DRAINED, , , TenantDrained",
    "DRAINED, ACCEPTED, Granted, TenantDrained"
  })
  void standingDecidesOnlyWhatNobodyDecided(
      TenantCondition tenant, SliceVerdict verdict, String reason, String refusal) {
    ResourceSlice slice =
        verdict == null ? Objects.slice("home") : Objects.decided(verdict, reason);

    assertThat(SliceRules.standing(slice, tenant).map(Refusal::reason))
        .isEqualTo(Optional.ofNullable(refusal));
  }

  @Test
  void anAcceptedSliceGetsAQuotaForItsUser() {
    ResourceSlice slice = Objects.decided(SliceVerdict.ACCEPTED, "Granted");

    Quota quota =
        SliceQuota.of(slice, TenantCondition.ACTIVE, LimitsEnforcement.NONE).orElseThrow();

    assertThat(quota.getMetadata().getName()).isEqualTo("big-4ea140588150");
    assertThat(quota.getMetadata().getNamespace()).isEqualTo("liqo-tenant-home");
    assertThat(quota.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("u1"));
    assertThat(quota.getSpec())
        .isEqualTo(
            new QuotaSpec(
                "big-4ea140588150",
                LimitsEnforcement.NONE,
                Map.of("cpu", new Quantity("4")),
                false));
  }

  @Test
  void nothingIsSaidAboutTheQuotaOfADeniedSlice() {
    ResourceSlice slice = Objects.decided(SliceVerdict.DENIED, "TooMuch");

    assertThat(SliceQuota.of(slice, TenantCondition.ACTIVE, LimitsEnforcement.NONE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ACTIVE, , false",
    "ACTIVE, true, true",
    "ACTIVE, '', true",
    "ACTIVE, false, false",
    "ACTIVE, False, false",
    "ACTIVE, 0, false",
    "CORDONED, , true",
    "CORDONED, false, true",
    "DRAINED, , true"
  })
  void cordonedIsWhoseTenantIsOrWhoIsAnnotatedSo(
      TenantCondition tenant, String annotation, boolean cordoned) {
    ResourceSlice slice = Objects.slice("home");
    if (annotation != null) {
      slice.getMetadata().setAnnotations(Map.of(Annotations.CORDON, annotation));
    }

    assertThat(SliceQuota.isCordoned(slice, tenant)).isEqualTo(cordoned);
  }
}
