package io.sluice.translate.node;

import io.sluice.api.offloading.VirtualNodeCondition;
import io.sluice.api.offloading.VirtualNodePart;
import io.sluice.api.offloading.VirtualNodeState;
import io.sluice.api.offloading.VirtualNodeStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** States of kubelet and Node on a VirtualNode; each part has one condition (§2.8, §12.3.7). */
public final class VirtualNodeStates {
  private VirtualNodeStates() {}

  public static VirtualNodeState of(@Nullable VirtualNodeStatus status, VirtualNodePart part) {
    if (status != null) {
      for (VirtualNodeCondition condition : status.conditions()) {
        if (condition.type() == part) {
          return condition.status();
        }
      }
    }
    return VirtualNodeState.NONE;
  }

  /**
   * The status with one part set; the same object when that changes nothing. A state that may not
   * follow leaves the old one, with the new message: it says what is wrong meanwhile. The time
   * moves with the state only.
   */
  public static VirtualNodeStatus with(
      @Nullable VirtualNodeStatus before,
      VirtualNodePart part,
      VirtualNodeState state,
      String message,
      Instant now) {
    VirtualNodeStatus status = before == null ? new VirtualNodeStatus(List.of()) : before;
    VirtualNodeCondition was = condition(status, part);
    VirtualNodeState after = mayFollow(was.status(), state) ? state : was.status();
    String since = after == was.status() ? was.lastTransitionTime() : now.toString();
    VirtualNodeCondition is = new VirtualNodeCondition(part, after, null, message, since);
    if (is.equals(was)) {
      return status;
    }
    List<VirtualNodeCondition> conditions = new ArrayList<>(status.conditions());
    conditions.removeIf(condition -> condition.type() == part);
    conditions.add(is);
    return new VirtualNodeStatus(conditions);
  }

  private static VirtualNodeCondition condition(VirtualNodeStatus status, VirtualNodePart part) {
    return status.conditions().stream()
        .filter(condition -> condition.type() == part)
        .findFirst()
        .map(
            it ->
                new VirtualNodeCondition(
                    part,
                    it.status(),
                    null,
                    it.message() == null ? "" : it.message(),
                    it.lastTransitionTime()))
        .orElse(new VirtualNodeCondition(part, VirtualNodeState.NONE, null, "", null));
  }

  private static boolean mayFollow(VirtualNodeState from, VirtualNodeState to) {
    return switch (from) {
      case RUNNING -> to != VirtualNodeState.CREATING;
      case NONE -> to != VirtualNodeState.DRAINING && to != VirtualNodeState.DELETING;
      case DELETING -> to != VirtualNodeState.DRAINING;
      case CREATING, DRAINING -> true;
    };
  }
}
