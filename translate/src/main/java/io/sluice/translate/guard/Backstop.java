package io.sluice.translate.guard;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.policy.ObjectGuardrails;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Demand;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The ResourceQuota of a twin namespace (T-35): the ledger decides, this holds when the ledger is
 * wrong, and against floods of objects that no ledger counts.
 */
public final class Backstop {
  private Backstop() {}

  public static final String NAME = "sluice";

  /** What is counted of kinds that a CRD brings; later than the rest, when the CRD is new. */
  public static final Set<String> CUSTOM =
      Set.of(
          "count/shadowpods.offloading.liqo.io", "count/shadowendpointslices.offloading.liqo.io");

  private static final Map<String, Quantity> FLOOD =
      Map.of(
          "count/shadowpods.offloading.liqo.io", new Quantity("10k"),
          "count/shadowendpointslices.offloading.liqo.io", new Quantity("5k"),
          "count/secrets", new Quantity("5k"),
          "count/configmaps", new Quantity("5k"),
          "count/services", new Quantity("2k"));
  private static final Set<String> MUST_BE_SAID = Set.of("cpu", "memory", "ephemeral-storage");

  /**
   * @param grant what the consumer's slices may use together
   */
  public static ResourceQuota of(
      String namespace, Amounts grant, LimitsEnforcement enforcement, ObjectGuardrails objects) {
    Map<String, Quantity> hard = new LinkedHashMap<>(FLOOD);
    grant
        .toQuantities()
        .forEach(
            (name, quantity) -> {
              if (name.equals(Demand.PODS)) {
                hard.put(name, quantity);
              } else if (limits(name, enforcement)) {
                hard.put("requests." + name, quantity);
              }
            });
    hard.putAll(objects.counts());
    return new ResourceQuotaBuilder()
        .withNewMetadata()
        .withName(NAME)
        .withNamespace(namespace)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .endMetadata()
        .withNewSpec()
        .withHard(hard)
        .endSpec()
        .build();
  }

  /** Limits nothing where no such objects are; shows that they are counted. */
  public static ResourceQuota probe(String namespace) {
    ResourceQuota quota =
        of(namespace, Amounts.NONE, LimitsEnforcement.NONE, ObjectGuardrails.defaults());
    Map<String, Quantity> hard = new LinkedHashMap<>(quota.getSpec().getHard());
    hard.keySet().retainAll(CUSTOM);
    return new ResourceQuotaBuilder(quota).editSpec().withHard(hard).endSpec().build();
  }

  /**
   * Rounded up to 1, 2 or 5 times a power of ten. What is lent moves all the time and the ledger
   * follows it exactly; a backstop that followed it too would be one more write per twin each time.
   */
  public static Amounts coarse(Amounts grant) {
    Amounts rounded = Amounts.NONE;
    for (String name : grant.names()) {
      rounded = rounded.with(name, coarse(grant.get(name)));
    }
    return rounded;
  }

  private static BigDecimal coarse(BigDecimal value) {
    if (value.signum() <= 0) {
      return BigDecimal.ZERO;
    }
    BigDecimal power = BigDecimal.ONE.scaleByPowerOfTen(value.precision() - value.scale() - 1);
    return Stream.of(1, 2, 5, 10)
        .map(step -> power.multiply(BigDecimal.valueOf(step)))
        .filter(step -> step.compareTo(value) >= 0)
        .findFirst()
        .orElse(value);
  }

  /**
   * A limit on cpu makes Kubernetes refuse pods that do not say how much they need, so it is set
   * only where they have to say it anyway.
   */
  private static boolean limits(String name, LimitsEnforcement enforcement) {
    boolean sayingIsRequired =
        enforcement != LimitsEnforcement.NONE && !name.equals("ephemeral-storage");
    return !MUST_BE_SAID.contains(name) || sayingIsRequired;
  }
}
