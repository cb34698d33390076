package io.sluice.manager.provider.tenancy;

import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.tenant.SliceRules;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes our part of a slice. Others write theirs beside it (who decides about resources), so
 * status goes by server-side apply: conditions are keyed, each writer owns its own.
 */
final class SliceWriter {
  private final Api api;
  private final Feed<ResourceSlice> slices;

  SliceWriter(Api api, Feed<ResourceSlice> slices) {
    this.api = api;
    this.slices = slices;
  }

  /** Shows on the slice that its tenant is cordoned (SL-4). */
  void cordon(ResourceSlice slice, TenantCondition tenant) {
    @Nullable String wanted = tenant == TenantCondition.ACTIVE ? null : Labels.TRUE;
    @Nullable String there =
        Frozen.map(slice.getMetadata().getAnnotations()).get(Annotations.CORDON_TENANT);
    if (Objects.equals(wanted, there)) {
      return;
    }
    Map<String, @Nullable Object> annotations = new HashMap<>();
    annotations.put(Annotations.CORDON_TENANT, wanted);
    Map<String, Object> metadata =
        Map.of("uid", slice.getMetadata().getUid(), "annotations", annotations);
    slices.seen(api.patch(slices.kind(), Ref.of(slice), Patch.merge(Map.of("metadata", metadata))));
  }

  void write(ResourceSlice slice, @Nullable AuthParams params, List<SliceCondition> conditions) {
    if (isThere(slice, params, conditions)) {
      return;
    }
    Map<String, Object> status = new LinkedHashMap<>();
    if (params != null) {
      status.put("authParams", params);
    }
    status.put("conditions", conditions);
    Map<String, Object> body =
        Map.of(
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
    slices.seen(
        api.patch(
            slices.kind(),
            Ref.of(slice),
            Patch.apply(body, Names.FIELD_MANAGER_TENANCY).to("status")));
  }

  private static boolean isThere(
      ResourceSlice slice, @Nullable AuthParams params, List<SliceCondition> conditions) {
    @Nullable AuthParams now = slice.getStatus() == null ? null : slice.getStatus().authParams();
    return Objects.equals(params, now)
        && SliceRules.condition(slice, SliceConditionType.AUTHENTICATION)
            .equals(find(conditions, SliceConditionType.AUTHENTICATION))
        && byStanding(slice).equals(find(conditions, SliceConditionType.RESOURCES));
  }

  /** The decision about resources, as far as it is ours. */
  private static Optional<SliceCondition> byStanding(ResourceSlice slice) {
    return SliceRules.isBuiltIn(slice)
        ? Optional.empty()
        : SliceRules.condition(slice, SliceConditionType.RESOURCES)
            .filter(SliceRules::isByStanding);
  }

  private static Optional<SliceCondition> find(
      List<SliceCondition> conditions, SliceConditionType type) {
    return conditions.stream().filter(condition -> condition.type() == type).findFirst();
  }
}
