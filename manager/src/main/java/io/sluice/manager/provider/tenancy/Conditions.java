package io.sluice.manager.provider.tenancy;

import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.translate.tenant.Refusal;
import io.sluice.translate.tenant.SliceRules;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Conditions as they are written: the time moves only with the status. */
final class Conditions {
  private Conditions() {}

  static List<Condition> letIn(Tenant tenant, Instant now) {
    return List.of(
        new Condition(
            ConditionTypes.AUTHENTICATED,
            ConditionStatus.TRUE,
            Reasons.AUTHENTICATED,
            null,
            since(tenant, ConditionStatus.TRUE, now)));
  }

  static List<Condition> refused(Tenant tenant, Refusal refusal, Instant now) {
    return List.of(
        new Condition(
            ConditionTypes.AUTHENTICATED,
            ConditionStatus.FALSE,
            refusal.reason(),
            refusal.message(),
            since(tenant, ConditionStatus.FALSE, now)));
  }

  static SliceCondition accepted(ResourceSlice slice, Instant now) {
    SliceConditionType type = SliceConditionType.AUTHENTICATION;
    return new SliceCondition(
        type,
        SliceVerdict.ACCEPTED,
        Reasons.AUTHENTICATED,
        null,
        since(slice, type, SliceVerdict.ACCEPTED, now));
  }

  static SliceCondition denied(
      ResourceSlice slice, SliceConditionType type, Refusal refusal, Instant now) {
    return new SliceCondition(
        type,
        SliceVerdict.DENIED,
        refusal.reason(),
        refusal.message(),
        since(slice, type, SliceVerdict.DENIED, now));
  }

  private static String since(Tenant tenant, ConditionStatus status, Instant now) {
    return Tenants.authenticated(tenant)
        .filter(before -> before.status() == status)
        .flatMap(before -> Optional.ofNullable(before.lastTransitionTime()))
        .orElseGet(() -> text(now));
  }

  private static String since(
      ResourceSlice slice, SliceConditionType type, SliceVerdict verdict, Instant now) {
    return SliceRules.condition(slice, type)
        .filter(before -> before.status() == verdict)
        .flatMap(before -> Optional.ofNullable(before.lastTransitionTime()))
        .orElseGet(() -> text(now));
  }

  private static String text(Instant now) {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
