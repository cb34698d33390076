package io.sluice.translate.pod.ending;

import static io.sluice.translate.pod.RemotePods.deleted;
import static io.sluice.translate.pod.RemotePods.disrupted;
import static io.sluice.translate.pod.RemotePods.ended;
import static io.sluice.translate.pod.RemotePods.observed;
import static io.sluice.translate.pod.RemotePods.phase;
import static io.sluice.translate.pod.RemotePods.running;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/**
 * The ways in which a running pod is taken away (D-1), each as the states that a watch shows of it;
 * the disturbance begins at second 100, the containers end at 101.
 */
enum Case {
  DELETE(Cause.DELETED),
  EVICT(Cause.EVICTED),
  DRAIN(Cause.EVICTED),
  PREEMPT(Cause.PREEMPTED),
  TAINT(Cause.TAINTED),
  PRESSURE(Cause.PRESSURE),
  SHUTDOWN(Cause.SHUTDOWN),
  CRITICAL(Cause.PREEMPTED),
  NODE_DELETED(Cause.NODE_GONE),
  PODGC(Cause.DELETED),
  FORCED(Cause.DELETED);

  final Cause cause;

  Case(Cause cause) {
    this.cause = cause;
  }

  List<Pod> states(String policy) {
    return states(running(policy));
  }

  List<Pod> states(Pod before) {
    return switch (this) {
      case DELETE -> graceful(before, before);
      case EVICT, DRAIN -> graceful(before, disrupted(before, "EvictionByEvictionAPI", 100));
      case PREEMPT -> graceful(before, disrupted(before, "PreemptionByScheduler", 100));
      case TAINT -> graceful(before, disrupted(before, "DeletionByTaintManager", 100));
      case PRESSURE -> byKubelet(before, "Evicted");
      case SHUTDOWN -> byKubelet(before, "Terminated");
      case CRITICAL -> byKubelet(before, "Preempting");
      case NODE_DELETED -> {
        // PodGC marks the pod Failed, its containers still look alive, and forces it away.
        var marked = phase(disrupted(before, "DeletionByPodGC", 100), "Failed", "");
        yield List.of(before, marked, deleted(marked, 100, 0));
      }
      case PODGC -> {
        // A terminating pod on a node that is out of service.
        var leaving = deleted(before, 100, 30);
        var marked = phase(leaving, "Failed", "");
        yield List.of(before, leaving, marked, deleted(marked, 100, 0));
      }
      case FORCED -> List.of(before, deleted(before, 100, 0));
    };
  }

  private static List<Pod> graceful(Pod before, Pod marked) {
    var leaving = deleted(marked, 100, 30);
    var killed = observed(kill(leaving));
    var ended = phase(killed, "Failed", "");
    // The kubelet's own DELETE overwrites when the first one was asked for; a finalizer holds this.
    return List.of(before, marked, leaving, killed, ended, deleted(ended, 103, 0));
  }

  private static List<Pod> byKubelet(Pod before, String reason) {
    var killed = kill(before);
    return List.of(before, phase(disrupted(killed, "TerminationByKubelet", 101), "Failed", reason));
  }

  private static Pod kill(Pod pod) {
    var killed = pod;
    for (var status : pod.getStatus().getContainerStatuses()) {
      if (status.getState().getRunning() != null) {
        killed = ended(killed, status.getName(), 143, 101);
      }
    }
    return killed;
  }
}
