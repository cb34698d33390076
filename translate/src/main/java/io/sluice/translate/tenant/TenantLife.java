package io.sluice.translate.tenant;

import io.sluice.api.authentication.TenantCondition;

/**
 * What a tenant's state means (SL-4).
 *
 * @param bound it has its rights
 * @param cordoned its quotas take no new pods, its slices carry the annotation
 * @param emptied its slices and maps are deleted, and with them twins and pods
 */
public record TenantLife(boolean bound, boolean cordoned, boolean emptied) {
  public static TenantLife of(TenantCondition condition) {
    return switch (condition) {
      case ACTIVE -> new TenantLife(true, false, false);
      case CORDONED -> new TenantLife(true, true, false);
      case DRAINED -> new TenantLife(false, true, true);
    };
  }

  /** What a person may ask for: a drained tenant comes back only by being activated. */
  public static boolean mayFollow(TenantCondition from, TenantCondition to) {
    return switch (to) {
      case ACTIVE, DRAINED -> from != to;
      case CORDONED -> from == TenantCondition.ACTIVE;
    };
  }
}
