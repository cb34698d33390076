package io.sluice.translate.node;

import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.core.ForeignClusterStatus;
import io.sluice.api.core.PeerModule;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Reasons;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From what a virtual node's conditions follow (§2.5, D-11).
 *
 * @param resources cpu and memory are lent
 * @param reachable the provider's API server answers, or has not failed often enough
 * @param network state of the tunnel
 */
public record NodeHealth(boolean resources, boolean reachable, Network network) {
  /** Whether the link between pods counts, and is up. */
  public enum Network {
    UNCHECKED,
    UP,
    DOWN
  }

  private static final String READY = "Ready";
  private static final String NETWORK_UNAVAILABLE = "NetworkUnavailable";

  /**
   * The tunnel as the mirror of the peer shows it. A peer that was never looked at counts as
   * networked and down; a peer that is gone too.
   */
  public static Network network(boolean check, @Nullable ForeignCluster peer) {
    if (!check) {
      return Network.UNCHECKED;
    }
    PeerModule module = peer == null ? null : networking(peer);
    if (module == null) {
      return Network.DOWN;
    }
    if (!module.enabled()) {
      return Network.UNCHECKED;
    }
    return module.connects() ? Network.UP : Network.DOWN;
  }

  private static @Nullable PeerModule networking(ForeignCluster peer) {
    ForeignClusterStatus status = peer.getStatus();
    boolean seen =
        status != null && status.observedGeneration() != null && status.observedGeneration() > 0;
    return seen && status.modules() != null ? status.modules().networking() : null;
  }

  public boolean isReady() {
    return resources && reachable && network != Network.DOWN;
  }

  /** All conditions as they should be now; times move only where a status changes. */
  public List<NodeCondition> conditions(List<NodeCondition> before, Instant now) {
    return conditions(before, now, null);
  }

  /**
   * The same with what the breaker says (D-21): it has a condition only while it holds.
   *
   * @param held why deletions are held, or null
   */
  public List<NodeCondition> conditions(
      List<NodeCondition> before, Instant now, @Nullable String held) {
    List<NodeCondition> conditions = new ArrayList<>();
    if (held != null) {
      conditions.add(condition(ConditionTypes.DELETIONS_HELD, true, Reasons.DELETIONS_HELD, held));
    }
    conditions.add(ready());
    conditions.add(pressure("MemoryPressure", Reasons.MEMORY_PRESSURE, Reasons.NO_MEMORY_PRESSURE));
    conditions.add(pressure("DiskPressure", Reasons.DISK_PRESSURE, Reasons.NO_DISK_PRESSURE));
    conditions.add(pressure("PIDPressure", Reasons.PID_PRESSURE, Reasons.NO_PID_PRESSURE));
    if (network != Network.UNCHECKED) {
      boolean down = network == Network.DOWN;
      conditions.add(
          condition(
              NETWORK_UNAVAILABLE,
              down,
              down ? Reasons.NETWORKING_DOWN : Reasons.NETWORKING_UP,
              down ? "the network to the provider is down" : "the network to the provider is up"));
    }
    return conditions.stream().map(condition -> timed(condition, before, now)).toList();
  }

  private NodeCondition ready() {
    if (!reachable) {
      return condition(
          READY, false, Reasons.REMOTE_UNREACHABLE, "the provider's API server does not answer");
    }
    String why =
        !resources
            ? "the provider lends no cpu or no memory"
            : "the network to the provider is down";
    return isReady()
        ? condition(READY, true, Reasons.KUBELET_READY, "the provider lends and answers")
        : condition(READY, false, Reasons.KUBELET_NOT_READY, why);
  }

  private NodeCondition pressure(String type, String under, String relieved) {
    return condition(
        type,
        !resources,
        resources ? relieved : under,
        resources ? "the provider lends resources" : "the provider lends no cpu or no memory");
  }

  private static NodeCondition condition(
      String type, boolean holds, String reason, String message) {
    return new NodeConditionBuilder()
        .withType(type)
        .withStatus(holds ? "True" : "False")
        .withReason(reason)
        .withMessage(message)
        .build();
  }

  private static NodeCondition timed(
      NodeCondition condition, List<NodeCondition> before, Instant now) {
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    String since =
        before.stream()
            .filter(
                was ->
                    was.getType().equals(condition.getType())
                        && was.getStatus().equals(condition.getStatus())
                        && was.getLastTransitionTime() != null)
            .map(NodeCondition::getLastTransitionTime)
            .findFirst()
            .orElse(time);
    return new NodeConditionBuilder(condition)
        .withLastHeartbeatTime(time)
        .withLastTransitionTime(since)
        .build();
  }
}
