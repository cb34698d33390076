package io.sluice.translate.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.Validation;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.policy.ObjectGuardrails;
import io.sluice.api.policy.StreamGuardrails;
import io.sluice.translate.share.Amounts;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdmissionRulesTest {
  private static final ObjectRules RULES = new ObjectRules("milan", "rome");

  @Test
  void everyRuleIsBoundFailsClosedAndHasNoParameter() {
    everyRule()
        .forEach(
            rule -> {
              assertThat(rule.policy().getSpec().getFailurePolicy()).isEqualTo("Fail");
              assertThat(rule.policy().getSpec().getParamKind()).isNull();
              assertThat(rule.binding().getSpec().getPolicyName())
                  .isEqualTo(rule.policy().getMetadata().getName());
              assertThat(rule.binding().getSpec().getValidationActions()).containsExactly("Deny");
            });
  }

  @Test
  void everyRuleConcernsTwinNamespacesAndNeverATenantNamespace() {
    everyRule()
        .forEach(
            rule ->
                assertThat(
                        rule.policy()
                            .getSpec()
                            .getMatchConstraints()
                            .getNamespaceSelector()
                            .getMatchExpressions())
                    .extracting("key", "operator")
                    .contains(
                        org.assertj.core.groups.Tuple.tuple(
                            "liqo.io/tenant-namespace", "DoesNotExist")));
  }

  @Test
  void everyRefusalSaysRuleAndCluster() {
    everyRule()
        .flatMap(rule -> rule.policy().getSpec().getValidations().stream())
        .map(Validation::getMessage)
        .forEach(message -> assertThat(message).contains("cluster milan").contains("(rule "));
  }

  @Test
  void streamsThatAreAllowedNeedNoRule() {
    assertThat(names(ObjectGuardrails.defaults(), new StreamGuardrails(true, true, true)))
        .containsExactly(
            "secrets.rome.sluice.io", "services.rome.sluice.io", "ingresses.rome.sluice.io");
    assertThat(names(ObjectGuardrails.defaults(), new StreamGuardrails(false, true, false)))
        .contains("exec.rome.sluice.io", "portforward.rome.sluice.io")
        .doesNotContain("attach.rome.sluice.io");
    assertThat(names(strict(), new StreamGuardrails(false, false, false)))
        .hasSize(6)
        .allMatch(ObjectRules::isOne);
    assertThat(ObjectRules.isOne(ShadowPodRules.NAME)).isFalse();
  }

  @Test
  void whatAPolicySaysNeverBecomesCode() {
    assertThat(Cel.text("plain")).isEqualTo("'plain'");
    assertThat(Cel.text("'] || true || ['")).isEqualTo("'\\'] || true || [\\''");
    assertThat(Cel.text("\\'")).isEqualTo("'\\\\\\''");
    assertThat(Cel.text("a\nb")).isEqualTo("'a\\u000ab'");
  }

  @Test
  void theBackstopHoldsPodsAndDevicesButComputeOnlyWhereItMustBeSaid() {
    Amounts grant =
        Amounts.ofValid(
            Map.of(
                "cpu", new Quantity("4"),
                "memory", new Quantity("8Gi"),
                "pods", new Quantity("99"),
                "nvidia.com/gpu", new Quantity("1")));

    ResourceQuota loose =
        Backstop.of("shop-rome", grant, LimitsEnforcement.NONE, ObjectGuardrails.defaults());
    ResourceQuota hard = Backstop.of("shop-rome", grant, LimitsEnforcement.HARD, strict());

    assertThat(loose.getSpec().getHard())
        .containsEntry("pods", new Quantity("99"))
        .containsEntry("requests.nvidia.com/gpu", new Quantity("1"))
        .containsKey("count/shadowpods.offloading.liqo.io")
        .doesNotContainKeys("requests.cpu", "requests.memory", "cpu");
    assertThat(hard.getSpec().getHard())
        .containsEntry("requests.cpu", new Quantity("4"))
        .containsEntry("requests.memory", new Quantity("8Gi"))
        .containsEntry("count/secrets", new Quantity("3"));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "3, 5", "9, 10", "10, 10", "45, 50", "90, 100", "101, 200", "4.5, 5"})
  void theBackstopFollowsWhatIsLentInLargeSteps(BigDecimal lent, BigDecimal held) {
    assertThat(Backstop.coarse(Amounts.NONE.with("pods", lent)).get("pods"))
        .isEqualByComparingTo(held);
  }

  private static Stream<AdmissionRule> everyRule() {
    return Stream.concat(
        Stream.of(ShadowPodRules.tenancy("milan")),
        RULES.of(strict(), new StreamGuardrails(false, false, false)).stream());
  }

  private static List<String> names(ObjectGuardrails objects, StreamGuardrails streams) {
    return RULES.of(objects, streams).stream()
        .map(rule -> rule.policy().getMetadata().getName())
        .toList();
  }

  private static ObjectGuardrails strict() {
    return new ObjectGuardrails(
        List.of("Opaque"),
        false,
        false,
        false,
        List.of("nginx"),
        List.of("shop.example.org", "*.rome.example.org"),
        Map.of("count/secrets", new Quantity("3")));
  }
}
