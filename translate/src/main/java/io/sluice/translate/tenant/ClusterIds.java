package io.sluice.translate.tenant;

import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.ClusterId;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which cluster IDs may become tenants. The ID becomes a user and a group of the provider, so one
 * that already means somebody there would inherit that somebody's rights (D-16, T-25).
 */
public final class ClusterIds {
  private ClusterIds() {}

  private static final Pattern LABEL = Pattern.compile(ClusterId.PATTERN);
  private static final String OF_KUBERNETES = "system:";

  /**
   * Why this ID can't be a tenant's.
   *
   * @param home this cluster's own ID
   * @param subjects users and groups that bindings name which are not this tenant's own
   */
  public static Optional<Refusal> refusal(@Nullable String id, String home, Set<String> subjects) {
    if (id == null || id.isEmpty()) {
      return refuse("cluster ID is missing");
    }
    if (id.startsWith(OF_KUBERNETES)) {
      return refuse("cluster ID %s begins like a name of Kubernetes itself".formatted(id));
    }
    if (id.length() > ClusterId.MAX_LENGTH || !LABEL.matcher(id).matches()) {
      return refuse(
          "cluster ID %s is not a DNS label of at most %d characters"
              .formatted(id, ClusterId.MAX_LENGTH));
    }
    if (id.equals(home)) {
      return refuse("cluster ID %s is this cluster's own".formatted(id));
    }
    if (subjects.contains(id)) {
      return refuse("cluster ID %s is a user or group that already has rights here".formatted(id));
    }
    if (subjects.contains(Names.CONTROL_PLANE_GROUP)) {
      return refuse(
          "group %s, which every consumer belongs to, already has rights here"
              .formatted(Names.CONTROL_PLANE_GROUP));
    }
    return Optional.empty();
  }

  private static Optional<Refusal> refuse(String message) {
    return Optional.of(new Refusal(Reasons.INVALID_CLUSTER_ID, message));
  }
}
