package io.sluice.translate.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.offloading.QuotaSpec;
import io.sluice.translate.guard.QuotaRule.Verdict;
import io.sluice.translate.share.Amounts;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaRuleTest {
  private static final Amounts NOTHING = Amounts.NONE;

  @ParameterizedTest(name = "D-13: quota {0}, used {1}, asks {2}: {3}")
  @CsvSource({
    "4, 0, 4, fits",
    "4, 3, 1, fits",
    "4, 3500m, 500m, fits",
    "4, 3500m, 501m, waits",
    "4, 4, 1m, waits",
    "4, 0, 4001m, never",
    "4, 9, 0, fits",
    "0, 0, 1m, never",
  })
  void aPodFitsWaitsOrNeverFits(String quota, String used, String asks, String verdict) {
    assertThat(
            word(
                QuotaRule.decide(
                    quota(Map.of("cpu", quota), LimitsEnforcement.NONE),
                    amounts("cpu", used),
                    pod(Map.of("cpu", asks), Map.of()))))
        .isEqualTo(verdict);
  }

  @Test
  void saysWhatIsAskedForAndWhatIsUsed() {
    assertThat(
            QuotaRule.decide(
                quota(Map.of("cpu", "4", "memory", "8Gi"), LimitsEnforcement.NONE),
                amounts("cpu", "3500m"),
                pod(Map.of("cpu", "1"), Map.of())))
        .isEqualTo(new Verdict.Waits("QuotaExceeded", "cpu: asks for 1, 3500m of 4 are used"));
  }

  @Test
  void aNameThatIsNotGrantedIsNeverThere() {
    assertThat(
            QuotaRule.decide(
                quota(Map.of("cpu", "4"), LimitsEnforcement.NONE),
                NOTHING,
                pod(Map.of("nvidia.com/gpu", "1"), Map.of())))
        .isEqualTo(
            new Verdict.Never("ExceedsQuota", "nvidia.com/gpu: asks for 1, the whole quota is 0"));
  }

  @Test
  void podsAreCountedWhereTheQuotaSpeaksOfThem() {
    PodSpec pod = pod(Map.of(), Map.of());

    assertThat(
            word(
                QuotaRule.decide(
                    quota(Map.of("pods", "2"), LimitsEnforcement.NONE), amounts("pods", "2"), pod)))
        .isEqualTo("waits");
    assertThat(
            word(
                QuotaRule.decide(
                    quota(Map.of("cpu", "2"), LimitsEnforcement.NONE), amounts("pods", "2"), pod)))
        .isEqualTo("fits");
  }

  @Test
  void withoutQuotaOrCordonedNothingIsAdmitted() {
    QuotaSpec cordoned =
        new QuotaSpec("u", LimitsEnforcement.NONE, Map.of("cpu", new Quantity("4")), true);

    assertThat(QuotaRule.decide(null, NOTHING, pod(Map.of(), Map.of())))
        .isInstanceOf(Verdict.Never.class);
    assertThat(QuotaRule.decide(cordoned, NOTHING, pod(Map.of(), Map.of())))
        .isEqualTo(new Verdict.Never("QuotaCordoned", "the provider takes no new pods"));
  }

  @ParameterizedTest(name = "QUO {0}: requests {1}/{2}, limits {3}/{4}: {5}")
  @CsvSource({
    "NONE,  ,  ,    ,  ,    fits",
    "SOFT,  ,  ,    ,  ,    never",
    "SOFT, 1,  ,    ,  ,    never",
    "SOFT, 1, 1Gi,  ,  ,    fits",
    "SOFT,  ,  ,   1, 1Gi,  fits",
    "HARD, 1, 1Gi,  ,  ,    never",
    "HARD, 1, 1Gi, 2, 1Gi,  never",
    "HARD, 1, 1Gi, 1000m, 1024Mi, fits",
    "HARD,  ,  ,   1, 1Gi,  fits",
  })
  void enforcementSaysWhatPodsHaveToSay(
      LimitsEnforcement enforcement,
      String cpu,
      String memory,
      String cpuLimit,
      String memoryLimit,
      String verdict) {
    assertThat(
            word(
                QuotaRule.decide(
                    quota(Map.of("cpu", "4", "memory", "8Gi"), enforcement),
                    NOTHING,
                    pod(given(cpu, memory), given(cpuLimit, memoryLimit)))))
        .isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({"-1, cpu is negative", "1e99, cpu: 1e99 is not a quantity"})
  void aDemandThatWouldBeCreditIsRefused(String cpu, String why) {
    assertThat(
            QuotaRule.decide(
                quota(Map.of("cpu", "4"), LimitsEnforcement.NONE),
                NOTHING,
                pod(Map.of("cpu", cpu), Map.of())))
        .isEqualTo(new Verdict.Never("InvalidPodResources", why));
  }

  private static Map<String, String> given(String cpu, String memory) {
    Map<String, String> given = new HashMap<>();
    if (cpu != null) {
      given.put("cpu", cpu);
    }
    if (memory != null) {
      given.put("memory", memory);
    }
    return given;
  }

  private static QuotaSpec quota(Map<String, String> resources, LimitsEnforcement enforcement) {
    return new QuotaSpec("u", enforcement, quantities(resources), false);
  }

  private static PodSpec pod(Map<String, String> requests, Map<String, String> limits) {
    return new PodSpecBuilder()
        .addNewContainer()
        .withName("a")
        .withNewResources()
        .withRequests(quantities(requests))
        .withLimits(quantities(limits))
        .endResources()
        .endContainer()
        .build();
  }

  private static Map<String, Quantity> quantities(Map<String, String> texts) {
    Map<String, Quantity> quantities = new HashMap<>();
    texts.forEach((name, text) -> quantities.put(name, new Quantity(text)));
    return quantities;
  }

  private static Amounts amounts(String name, String text) {
    return Amounts.ofValid(Map.of(name, new Quantity(text)));
  }

  private static String word(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Fits() -> "fits";
      case Verdict.Waits _ -> "waits";
      case Verdict.Never _ -> "never";
    };
  }
}
