package io.sluice.manager.provider.sharing;

import io.sluice.api.authentication.OfferedIngressClass;
import io.sluice.api.authentication.OfferedLoadBalancerClass;
import io.sluice.api.authentication.OfferedStorageClass;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceStatus;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.tenant.Refusal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the status of a slice should say, beside how much is lent. */
record Offer(SliceVerdict verdict, String reason, String message, Extras extras) {

  /** What comes with the resources. */
  record Extras(
      List<OfferedStorageClass> storageClasses,
      List<OfferedIngressClass> ingressClasses,
      List<OfferedLoadBalancerClass> loadBalancerClasses,
      Map<String, String> nodeLabels,
      Map<String, String> nodeSelector) {
    static final Extras NONE = new Extras(List.of(), List.of(), List.of(), Map.of(), Map.of());
  }

  static Offer denied(Refusal why) {
    return new Offer(SliceVerdict.DENIED, why.reason(), why.message(), Extras.NONE);
  }

  /** Whether the status says so already. */
  boolean standsIn(@Nullable ResourceSliceStatus status) {
    return status != null
        && condition(status)
            .filter(
                is ->
                    is.status() == verdict
                        && reason.equals(is.reason())
                        && message.equals(Objects.requireNonNullElse(is.message(), "")))
            .isPresent()
        && extras.equals(
            new Extras(
                status.storageClasses(),
                status.ingressClasses(),
                status.loadBalancerClasses(),
                status.nodeLabels(),
                status.nodeSelector()));
  }

  /**
   * The whole status as far as it is ours, to be applied: conditions are a keyed list, so that of
   * the other one, Authentication, nothing is touched.
   */
  Map<String, Object> body(ResourceSlice slice, Amounts amounts, Instant now) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("conditions", List.of(condition(slice.getStatus(), now)));
    status.put("resources", amounts.toQuantities());
    status.put("storageClasses", extras.storageClasses());
    status.put("ingressClasses", extras.ingressClasses());
    status.put("loadBalancerClasses", extras.loadBalancerClasses());
    status.put("nodeLabels", extras.nodeLabels());
    status.put("nodeSelector", extras.nodeSelector());
    status.values().removeIf(value -> value instanceof Map<?, ?> map && map.isEmpty());
    status.values().removeIf(value -> value instanceof List<?> list && list.isEmpty());
    return Map.of(
        "apiVersion",
        slice.getApiVersion(),
        "kind",
        slice.getKind(),
        "metadata",
        Map.of(
            "name", slice.getMetadata().getName(),
            "namespace", slice.getMetadata().getNamespace(),
            "uid", slice.getMetadata().getUid()),
        "status",
        status);
  }

  private SliceCondition condition(@Nullable ResourceSliceStatus status, Instant now) {
    String since =
        (status == null ? Optional.<SliceCondition>empty() : condition(status))
            .filter(is -> is.status() == verdict && is.lastTransitionTime() != null)
            .map(SliceCondition::lastTransitionTime)
            .orElse(now.truncatedTo(ChronoUnit.SECONDS).toString());
    return new SliceCondition(SliceConditionType.RESOURCES, verdict, reason, message, since);
  }

  private static Optional<SliceCondition> condition(ResourceSliceStatus status) {
    return status.conditions().stream()
        .filter(condition -> condition.type() == SliceConditionType.RESOURCES)
        .findFirst();
  }
}
