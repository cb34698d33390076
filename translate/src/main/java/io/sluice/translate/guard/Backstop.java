package io.sluice.translate.guard;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.policy.ObjectGuardrails;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Demand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The ResourceQuota of a twin namespace (T-35): the ledger decides, this holds when the ledger is
 * wrong, and against floods of objects that no ledger counts.
 */
public final class Backstop {
  private Backstop() {}

  public static final String NAME = "sluice";

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
