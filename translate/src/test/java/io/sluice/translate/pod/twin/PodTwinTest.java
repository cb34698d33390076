package io.sluice.translate.pod.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodTwinTest {

  @Test
  void whatNoRuleNamesPassesUnchanged() {
    var local =
        Given.pod()
            .editSpec()
            .withHostNetwork(true) // guardrails of the provider decide (D-7)
            .withHostPID(true)
            .withHostUsers(false)
            .withActiveDeadlineSeconds(60L)
            .withTerminationGracePeriodSeconds(7L)
            .withSubdomain("sub")
            .withNewSecurityContext()
            .withRunAsUser(7L)
            .endSecurityContext()
            .addNewVolume()
            .withName("host")
            .withNewHostPath("/var", "Directory")
            .endVolume()
            .withAdditionalProperties(Map.of("fieldOfTheFuture", Map.of("deep", 1)))
            .endSpec()
            .build();

    var expected =
        new PodSpecBuilder(local.getSpec())
            .withNodeName(null)
            .withServiceAccount(null)
            .withServiceAccountName(null)
            .withAutomountServiceAccountToken(false)
            .build();

    assertThat(Given.spec(local, Given.BORDER)).isEqualTo(expected);
  }

  @Test
  void theLocalPodIsNotTouched() {
    var local = Given.pod().editSpec().addToNodeSelector("a", "b").endSpec().build();
    var before = Given.pod().editSpec().addToNodeSelector("a", "b").endSpec().build();

    Given.shadow(local, Given.border(Given.TOKENS));

    assertThat(local).isEqualTo(before);
  }

  @Test
  void schedulingOfTheHomeIsUsedUp() {
    var spec =
        Given.spec(
            Given.pod()
                .editSpec()
                .addToNodeSelector("disk", "ssd")
                .withSchedulerName("mine")
                .addNewSchedulingGate("gate")
                .withPriority(5)
                .withPriorityClassName("gold")
                .withPreemptionPolicy("Never")
                .addToOverhead("cpu", new Quantity("10m"))
                .withNewSchedulingGroup()
                .endSchedulingGroup()
                .addNewReadinessGate("lb.example/ready") // T-7
                .endSpec());

    assertThat(spec.getNodeName()).isNull();
    assertThat(spec.getNodeSelector()).isNullOrEmpty();
    assertThat(spec.getSchedulerName()).isNull();
    assertThat(spec.getSchedulingGates()).isEmpty();
    assertThat(spec.getPriority()).isNull();
    assertThat(spec.getPriorityClassName()).isNull();
    assertThat(spec.getPreemptionPolicy()).isNull();
    assertThat(spec.getOverhead()).isNullOrEmpty();
    assertThat(spec.getSchedulingGroup()).isNull();
    assertThat(spec.getReadinessGates()).isEmpty();
  }

  @Test
  void aMappedPriorityClassTravelsWithoutItsNumber() {
    var context =
        new TwinContext(
            Given.ROUTE,
            TwinContext.NO_PATCH,
            new HomeApi.Disabled(),
            NamespaceSettings.DEFAULT,
            new TwinContext.Limits(Map.of("gold", "tenant-high"), 3));
    var local =
        Given.pod().editSpec().withPriorityClassName("gold").withPriority(9).endSpec().build();

    var spec = Given.spec(local, context);

    assertThat(spec.getPriorityClassName()).isEqualTo("tenant-high");
    assertThat(spec.getPriority()).isNull();
    assertThat(PodFields.consumedBy(local, context)).doesNotContain("priorityClassName");
  }

  @Test
  void ourTolerationStaysHomeAndThePatchAddsItsOwn() {
    var ours = toleration(Names.TAINT_NOT_ALLOWED);
    var patch =
        new OffloadingPatch(
            List.of(),
            List.of(),
            Map.of("pool", "tenants"),
            List.of(toleration("gpu"), toleration("spot")),
            null,
            null);
    var local = Given.pod().editSpec().withTolerations(ours, toleration("gpu")).endSpec().build();

    var spec = Given.spec(local, Given.border(patch));

    assertThat(spec.getTolerations()).containsExactly(toleration("gpu"), toleration("spot"));
    assertThat(spec.getNodeSelector()).containsExactly(Map.entry("pool", "tenants"));
  }

  @Test
  void aPatchMayAllowAFurtherHop() { // ML-2 (a)
    var ours = toleration(Names.TAINT_NOT_ALLOWED);
    var patch = new OffloadingPatch(List.of(), List.of(), Map.of(), List.of(ours), null, null);

    assertThat(Given.spec(Given.pod().build(), Given.border(patch)).getTolerations())
        .containsExactly(ours);
  }

  @ParameterizedTest
  @CsvSource({ // POD-RC: annotation, own, patch -> remote
    "kata, runc,  gvisor, kata",
    ",     runc,  gvisor, runc",
    ",     liqo,  gvisor, gvisor",
    ",     ,      gvisor, gvisor",
    ",     liqo,  liqo,   ",
    ",     ,      ,       ",
  })
  void runtimeClassByPrecedence(String annotation, String own, String patched, String remote) {
    var local =
        (annotation == null
                ? Given.pod()
                : Given.annotated("liqo.io/remote-runtime-class-name", annotation))
            .editSpec()
            .withRuntimeClassName(own)
            .endSpec()
            .build();
    var patch = new OffloadingPatch(List.of(), List.of(), Map.of(), List.of(), null, patched);

    assertThat(Given.spec(local, Given.border(patch)).getRuntimeClassName()).isEqualTo(remote);
  }

  @Test
  void deviceClaimsAreRefused() { // T-20
    var local =
        Given.pod().editSpec().addNewResourceClaim().withName("gpu").endResourceClaim().endSpec();

    assertThat(PodTwin.of(local.build(), Given.BORDER))
        .isInstanceOfSatisfying(
            Twin.Refused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(Reasons.RESOURCE_CLAIMS_NOT_OFFLOADABLE);
              assertThat(refused.field()).isEqualTo("spec.resourceClaims");
            });
  }

  @Test
  void staticPodsAreRefused() {
    assertThat(
            PodTwin.of(Given.annotated("kubernetes.io/config.mirror", "x").build(), Given.BORDER))
        .isInstanceOfSatisfying(
            Twin.Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reasons.STATIC_POD_NOT_OFFLOADABLE));
  }

  @Test
  void selectorsThatTheHomeServerExpandedAreFoldedBack() {
    // The provider's API server would refuse a key that the selector has already.
    var local =
        Given.pod()
            .editMetadata()
            .addToLabels("pod-template-hash", "abc")
            .endMetadata()
            .editSpec()
            .addNewTopologySpreadConstraint()
            .withMatchLabelKeys("pod-template-hash")
            .withNewLabelSelector()
            .addNewMatchExpression()
            .withKey("app")
            .withOperator("In")
            .withValues("web")
            .endMatchExpression()
            .addNewMatchExpression()
            .withKey("pod-template-hash")
            .withOperator("In")
            .withValues("abc")
            .endMatchExpression()
            .endLabelSelector()
            .endTopologySpreadConstraint()
            .endSpec()
            .build();

    var spread = Given.spec(local, Given.BORDER).getTopologySpreadConstraints().getFirst();

    assertThat(spread.getMatchLabelKeys()).containsExactly("pod-template-hash");
    assertThat(spread.getLabelSelector().getMatchExpressions())
        .extracting("key")
        .containsExactly("app");
  }

  private static Toleration toleration(String key) {
    return new TolerationBuilder().withKey(key).withOperator("Exists").build();
  }
}
