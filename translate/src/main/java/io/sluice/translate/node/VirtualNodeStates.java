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

  /** The status with one part set; the same object when that changes nothing or may not be. */
  public static VirtualNodeStatus with(
      @Nullable VirtualNodeStatus before,
      VirtualNodePart part,
      VirtualNodeState state,
      String message,
      Instant now) {
    VirtualNodeStatus status = before == null ? new VirtualNodeStatus(List.of()) : before;
    VirtualNodeState from = of(status, part);
    if (from == state || !mayFollow(from, state)) {
      return status;
    }
    List<VirtualNodeCondition> conditions = new ArrayList<>(status.conditions());
    conditions.removeIf(condition -> condition.type() == part);
    conditions.add(new VirtualNodeCondition(part, state, null, message, now.toString()));
    return new VirtualNodeStatus(conditions);
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
