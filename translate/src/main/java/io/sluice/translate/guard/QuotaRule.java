package io.sluice.translate.guard;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.offloading.QuotaSpec;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.Outcome;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Demand;
import io.sluice.translate.share.Quantities;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether one more pod fits into a quota (D-13). The same for a resize: what the pod would take
 * then, against what all others use.
 */
public final class QuotaRule {
  private QuotaRule() {}

  private static final List<String> REQUIRED = List.of("cpu", "memory");

  public sealed interface Verdict {
    record Fits() implements Verdict {}

    /** Not now: tried again, at once when quota or usage change. */
    record Waits(String reason, String message) implements Verdict {}

    /** Not so: tried again only when quota or pod change. */
    record Never(String reason, String message) implements Verdict {}
  }

  /**
   * @param quota of the identity that made the ShadowPod; null when there is none
   * @param used by that identity's other live and reserved pods
   */
  public static Verdict decide(@Nullable QuotaSpec quota, Amounts used, PodSpec pod) {
    if (quota == null) {
      return new Verdict.Never(Reasons.NO_QUOTA, "the identity that asks has no quota here");
    }
    if (Boolean.TRUE.equals(quota.cordoned())) {
      return new Verdict.Never(Reasons.QUOTA_CORDONED, "the provider takes no new pods");
    }
    return absurd(pod)
        .or(() -> unsaid(pod, quota.limitsEnforcement()))
        .<Verdict>map(why -> new Verdict.Never(Reasons.INVALID_POD_RESOURCES, why))
        .orElseGet(() -> fits(Amounts.ofValid(quota.resources()), used, Demand.of(pod)));
  }

  private static Verdict fits(Amounts quota, Amounts used, Amounts demand) {
    List<String> over = new ArrayList<>();
    for (String name : demand.names()) {
      BigDecimal asked = demand.get(name);
      // A quota that does not speak of pods does not count them; any other name must be granted.
      boolean counts = asked.signum() > 0 && (quota.has(name) || !name.equals(Demand.PODS));
      if (counts && asked.compareTo(quota.get(name)) > 0) {
        return new Verdict.Never(
            Reasons.EXCEEDS_QUOTA,
            "%s: asks for %s, the whole quota is %s"
                .formatted(name, text(demand, name), text(quota, name)));
      }
      if (counts && used.get(name).add(asked).compareTo(quota.get(name)) > 0) {
        over.add(
            "%s: asks for %s, %s of %s are used"
                .formatted(name, text(demand, name), text(used, name), text(quota, name)));
      }
    }
    return over.isEmpty()
        ? new Verdict.Fits()
        : new Verdict.Waits(Reasons.QUOTA_EXCEEDED, String.join("; ", over));
  }

  private static String text(Amounts amounts, String name) {
    return Quantities.format(name, amounts.get(name)).toString();
  }

  /** A negative or unreadable number would be credit instead of demand. */
  private static Optional<String> absurd(PodSpec pod) {
    List<@Nullable Map<String, Quantity>> lists = new ArrayList<>();
    for (Container container : containers(pod)) {
      add(lists, container.getResources());
    }
    add(lists, pod.getResources());
    lists.add(pod.getOverhead());
    for (Map<String, Quantity> list : lists) {
      switch (Amounts.of(list)) {
        case Outcome.Failed<Amounts>(var why) -> {
          return Optional.of(why);
        }
        case Outcome.Ok<Amounts>(var amounts) -> {
          for (String name : amounts.names()) {
            if (amounts.get(name).signum() < 0) {
              return Optional.of(name + " is negative");
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private static void add(
      List<@Nullable Map<String, Quantity>> lists, @Nullable ResourceRequirements resources) {
    if (resources != null) {
      lists.add(resources.getRequests());
      lists.add(resources.getLimits());
    }
  }

  /** Soft: every container says what it needs. Hard: and may not use more (QUO). */
  private static Optional<String> unsaid(PodSpec pod, @Nullable LimitsEnforcement enforcement) {
    if (enforcement == null || enforcement == LimitsEnforcement.NONE || says(pod.getResources())) {
      return Optional.empty();
    }
    for (Container container : containers(pod)) {
      ResourceRequirements resources = container.getResources();
      if (!says(resources)) {
        return Optional.of("container " + container.getName() + " must request cpu and memory");
      }
      if (enforcement == LimitsEnforcement.HARD && !isHard(resources)) {
        return Optional.of("container " + container.getName() + " must have limits like requests");
      }
    }
    return Optional.empty();
  }

  private static boolean says(@Nullable ResourceRequirements resources) {
    return resources != null
        && REQUIRED.stream()
            .allMatch(
                name ->
                    Frozen.map(resources.getRequests()).containsKey(name)
                        || Frozen.map(resources.getLimits()).containsKey(name));
  }

  private static boolean isHard(ResourceRequirements resources) {
    Amounts limits = Amounts.ofValid(resources.getLimits());
    Amounts requests = Amounts.ofValid(resources.getRequests());
    return requests.names().stream()
        .allMatch(name -> limits.has(name) && limits.get(name).compareTo(requests.get(name)) == 0);
  }

  private static List<Container> containers(PodSpec pod) {
    List<Container> all = new ArrayList<>(pod.getInitContainers());
    all.addAll(pod.getContainers());
    return all;
  }
}
