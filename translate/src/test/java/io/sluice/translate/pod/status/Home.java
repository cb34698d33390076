package io.sluice.translate.pod.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.RemotePods;
import io.sluice.translate.pod.ending.Seen;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A kubelet with one local pod: it sees states of the remote side and patches its server. */
final class Home {
  Pod local;
  @Nullable ShadowPod shadow;
  boolean linkUp = true;
  Optional<Pending> pending = Optional.empty();
  int patches;
  private Restarts restarts = Restarts.UNKNOWN;
  private Seen seen = Seen.NOTHING;
  private Instant now = RemotePods.T0;

  Home(Pod remoteTemplate) {
    this.local =
        new PodBuilder()
            .withNewMetadata()
            .withName("web-0")
            .withNamespace("shop")
            .withUid("uid-1")
            .withGeneration(4L)
            .endMetadata()
            .withSpec(new PodSpecBuilder(remoteTemplate.getSpec()).withNodeName("vn").build())
            .withNewStatus()
            .withPhase("Pending")
            .withQosClass("Burstable")
            .addNewCondition()
            .withType("PodScheduled")
            .withStatus("True")
            .withLastTransitionTime(RemotePods.at(-5))
            .endCondition()
            .endStatus()
            .build();
  }

  /** One look at the world, and a second one that finds nothing left to write. */
  Home sees(@Nullable Pod remote) {
    now = now.plusSeconds(1);
    if (remote != null) {
      seen = seen.and(remote);
    }
    var patch = patch(remote);
    if (remote != null) {
      restarts = restarts.and(local, remote);
    }
    patches += patch.isPresent() ? 1 : 0;
    local = HomeServer.apply(local, patch);
    assertThat(patch(remote)).as("nothing left to write").isEmpty();
    return this;
  }

  private Optional<java.util.Map<String, Object>> patch(@Nullable Pod remote) {
    return StatusBack.patch(
        new StatusBack.View(local, shadow, remote, new StatusBack.Memory(restarts, seen), pending),
        new Around(linkUp, ip -> Optional.of("7" + ip), List.of("192.168.0.9"), now));
  }

  String phase() {
    return Facts.phase(local);
  }

  @Nullable String reason() {
    return local.getStatus().getReason();
  }

  String condition(String type) {
    return Facts.condition(local, type)
        .map(c -> c.getStatus() + (c.getReason() == null ? "" : "/" + c.getReason()))
        .orElse("");
  }

  /** As a remote kubelet reports it: addresses, conditions, the generation it came from. */
  static Pod reported(Pod remote, boolean ready) {
    var status = ready ? "True" : "False";
    return new PodBuilder(remote)
        .editMetadata()
        .addToAnnotations(Annotations.LOCAL_UID, "uid-1")
        .addToAnnotations(Annotations.LOCAL_GENERATION, "4")
        .endMetadata()
        .editStatus()
        .withQosClass("Guaranteed")
        .withPodIP("10.1.1.1")
        .withHostIP("10.0.0.1")
        .withConditions(List.of())
        .addNewCondition()
        .withType("PodScheduled")
        .withStatus("True")
        .withLastTransitionTime(RemotePods.at(1))
        .endCondition()
        .addNewCondition()
        .withType("Initialized")
        .withStatus("True")
        .withLastTransitionTime(RemotePods.at(1))
        .endCondition()
        .addNewCondition()
        .withType("ContainersReady")
        .withStatus(status)
        .withReason(ready ? null : "ContainersNotReady")
        .withLastTransitionTime(RemotePods.at(2))
        .endCondition()
        .addNewCondition()
        .withType("Ready")
        .withStatus(status)
        .withLastTransitionTime(RemotePods.at(2))
        .endCondition()
        .endStatus()
        .build();
  }

  static Pod successor(Pod remote, String uid) {
    return new PodBuilder(remote).editMetadata().withUid(uid).endMetadata().build();
  }
}
