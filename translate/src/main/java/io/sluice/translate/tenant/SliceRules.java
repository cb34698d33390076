package io.sluice.translate.tenant;

import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the provider thinks of a slice, apart from its resources (SL-2, SL-4). */
public final class SliceRules {
  private SliceRules() {}

  private static final String BUILT_IN = "default";
  private static final Set<String> BY_STANDING =
      Set.of(Reasons.TENANT_CORDONED, Reasons.TENANT_DRAINED);

  /** Whether a slice came over the border; those without these labels are this cluster's own. */
  public static boolean isReplicated(ResourceSlice slice) {
    var labels = Frozen.map(slice.getMetadata().getLabels());
    return Labels.TRUE.equals(labels.get(Labels.REPLICATED))
        && labels.containsKey(Labels.ORIGIN_ID);
  }

  /**
   * Why this slice gets no credentials (SL-2).
   *
   * @param namespaceOf the consumer that its namespace is the tenant namespace of
   * @param tenant the tenant of that consumer, once it was let in
   */
  public static Optional<Refusal> refusal(
      ResourceSlice slice, @Nullable String namespaceOf, @Nullable Tenant tenant) {
    @Nullable String consumer =
        slice.getSpec() == null ? null : slice.getSpec().consumerClusterID();
    if (consumer == null || !consumer.equals(namespaceOf)) {
      return Optional.of(
          new Refusal(
              Reasons.WRONG_TENANT_NAMESPACE,
              "namespace %s is not the tenant namespace of %s"
                  .formatted(slice.getMetadata().getNamespace(), consumer)));
    }
    if (tenant == null) {
      return Optional.of(
          new Refusal(Reasons.NO_TENANT, "%s is not a tenant of this cluster".formatted(consumer)));
    }
    return Optional.empty();
  }

  /** Whether the built-in class decides about a slice's resources; others are left alone (SL-3). */
  public static boolean isBuiltIn(ResourceSlice slice) {
    @Nullable String given = slice.getSpec() == null ? null : slice.getSpec().sliceClass();
    return given == null || given.isEmpty() || given.equals(BUILT_IN);
  }

  /**
   * The decision about resources that the tenant's standing alone takes (SL-4): who is cordoned
   * gets nothing new but keeps what was granted; who is drained gets nothing.
   */
  public static Optional<Refusal> standing(ResourceSlice slice, TenantCondition tenant) {
    return switch (tenant) {
      case ACTIVE -> Optional.empty();
      case CORDONED ->
          isDecided(slice)
              ? Optional.empty()
              : Optional.of(
                  new Refusal(
                      Reasons.TENANT_CORDONED, "the provider grants this consumer nothing new"));
      case DRAINED ->
          Optional.of(
              new Refusal(
                  Reasons.TENANT_DRAINED, "the provider grants this consumer nothing any more"));
    };
  }

  /** Whether somebody looked at the resources; a refusal by standing is no such look. */
  private static boolean isDecided(ResourceSlice slice) {
    return condition(slice, SliceConditionType.RESOURCES)
        .filter(condition -> !isByStanding(condition))
        .isPresent();
  }

  /** Whether a decision about resources came from the tenant's standing alone. */
  public static boolean isByStanding(SliceCondition condition) {
    return condition.reason() != null && BY_STANDING.contains(condition.reason());
  }

  public static boolean isAccepted(ResourceSlice slice, SliceConditionType type) {
    return condition(slice, type)
        .filter(condition -> condition.status() == SliceVerdict.ACCEPTED)
        .isPresent();
  }

  public static boolean isDenied(ResourceSlice slice, SliceConditionType type) {
    return condition(slice, type)
        .filter(condition -> condition.status() == SliceVerdict.DENIED)
        .isPresent();
  }

  public static Optional<SliceCondition> condition(ResourceSlice slice, SliceConditionType type) {
    return slice.getStatus() == null
        ? Optional.empty()
        : slice.getStatus().conditions().stream()
            .filter(condition -> condition.type() == type)
            .findFirst();
  }
}
