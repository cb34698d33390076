package io.sluice.manager.provider.sharing;

import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceSpec;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.Reasons;
import io.sluice.translate.Outcome;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.tenant.Refusal;
import io.sluice.translate.tenant.SliceRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a slice is lent to (SL-3, SL-4). */
sealed interface Verdict {
  /** Not ours to decide. */
  record Leave() implements Verdict {}

  record Deny(Refusal why) implements Verdict {}

  /** Lent to, up to what was asked for; names that were not asked for have no limit. */
  record Lend(Tenant tenant, String consumer, Amounts cap) implements Verdict {}

  /**
   * @param tenant the Tenant of the slice's own namespace: whose namespace it is decides whose
   *     slice it is, not what the slice says of itself
   */
  static Verdict of(ResourceSlice slice, @Nullable Tenant tenant, boolean defaultClass) {
    @Nullable ResourceSliceSpec spec = slice.getSpec();
    if (spec == null
        || slice.getMetadata().getDeletionTimestamp() != null
        || !isBuiltIn(spec.sliceClass())) {
      return new Leave();
    }
    @Nullable String consumer =
        tenant == null || tenant.getSpec() == null ? null : tenant.getSpec().clusterID();
    Optional<Refusal> refusal = SliceRules.refusal(slice, consumer, tenant);
    if (refusal.isPresent() || tenant == null || consumer == null) {
      return new Deny(refusal.orElse(new Refusal(Reasons.NO_TENANT, "there is no tenant")));
    }
    return SliceRules.standing(slice, tenant.getSpec().tenantCondition())
        .or(() -> otherwise(slice, defaultClass))
        .<Verdict>map(Deny::new)
        .orElseGet(() -> byAmounts(spec, tenant, consumer));
  }

  private static boolean isBuiltIn(@Nullable String sliceClass) {
    return sliceClass == null || sliceClass.isEmpty() || sliceClass.equals("default");
  }

  private static Optional<Refusal> otherwise(ResourceSlice slice, boolean defaultClass) {
    if (!defaultClass) {
      return Optional.of(
          new Refusal(Reasons.DEFAULT_CLASS_DISABLED, "the default class is not served here"));
    }
    return SliceRules.isDenied(slice, SliceConditionType.AUTHENTICATION)
        ? Optional.of(
            new Refusal(Reasons.AUTHENTICATION_DENIED, "the identity of this slice was refused"))
        : Optional.empty();
  }

  private static Verdict byAmounts(ResourceSliceSpec spec, Tenant tenant, String consumer) {
    return switch (Amounts.of(spec.resources())) {
      case Outcome.Failed<Amounts>(String why) ->
          new Deny(new Refusal(Reasons.INVALID_RESOURCES, why));
      case Outcome.Ok<Amounts>(Amounts asked) ->
          asked.names().stream()
              .filter(name -> asked.get(name).signum() < 0)
              .findFirst()
              .<Verdict>map(
                  name -> new Deny(new Refusal(Reasons.INVALID_RESOURCES, name + " is negative")))
              .orElseGet(() -> new Lend(tenant, consumer, asked));
    };
  }
}
