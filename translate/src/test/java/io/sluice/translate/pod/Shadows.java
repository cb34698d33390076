package io.sluice.translate.pod;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodSpec;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.vocab.Labels;
import io.sluice.translate.Outcome;
import io.sluice.translate.pod.enforce.RemotePod;
import java.util.List;

/** ShadowPods, and the pods that the provider makes of them. */
public final class Shadows {
  public static final String UID = "shadow-1";

  private Shadows() {}

  public static ShadowPod of(PodSpec spec) {
    var shadow = new ShadowPod();
    shadow.setMetadata(
        new ObjectMetaBuilder()
            .withName("web-0")
            .withNamespace("shop-home")
            .withUid(UID)
            .addToLabels("app", "web")
            .addToLabels(Labels.ORIGIN, "home")
            .addToLabels(Labels.CREATOR_USER, "slice-1")
            .addToAnnotations(Annotations.LOCAL_UID, "uid-1")
            .addToAnnotations(Annotations.SPEC_HASH, Changing.hash(spec))
            .addToAnnotations(Annotations.CARRIED_KEYS, "app;note")
            .addToAnnotations("note", "n")
            .build());
    shadow.setSpec(new ShadowPodSpec(spec));
    return shadow;
  }

  public static ShadowPod of(String policy) {
    return of(
        new PodSpecBuilder()
            .withRestartPolicy(policy)
            .addNewContainer()
            .withName("main")
            .withImage("web:1")
            .endContainer()
            .build());
  }

  public static ShadowPod with(ShadowPod shadow, String annotation, String value) {
    var copy = copy(shadow);
    copy.setMetadata(
        new ObjectMetaBuilder(shadow.getMetadata()).addToAnnotations(annotation, value).build());
    return copy;
  }

  public static ShadowPod phase(ShadowPod shadow, ShadowPodPhase phase) {
    var copy = copy(shadow);
    copy.setStatus(ShadowPodStatus.of(phase));
    return copy;
  }

  public static ShadowPod copy(ShadowPod shadow) {
    var copy = new ShadowPod();
    copy.setMetadata(new ObjectMetaBuilder(shadow.getMetadata()).build());
    copy.setSpec(shadow.getSpec());
    copy.setStatus(shadow.getStatus());
    return copy;
  }

  public static Pod created(ShadowPod shadow) {
    return switch (RemotePod.toCreate(shadow, Outcome::ok)) {
      case Outcome.Ok<Pod> ok -> ok.value();
      case Outcome.Failed<Pod> failed -> throw new AssertionError(failed.why());
    };
  }

  /** This state of a pod, as that of the pod which the provider made of the ShadowPod. */
  public static Pod pod(ShadowPod shadow, Pod state) {
    var made = created(shadow);
    return new PodBuilder(state)
        .editMetadata()
        .withLabels(made.getMetadata().getLabels())
        .withAnnotations(made.getMetadata().getAnnotations())
        .withOwnerReferences(made.getMetadata().getOwnerReferences())
        .withFinalizers(made.getMetadata().getFinalizers())
        .endMetadata()
        .build();
  }

  public static Pod released(Pod pod) {
    return new PodBuilder(pod).editMetadata().withFinalizers(List.of()).endMetadata().build();
  }

  public static boolean isHeld(Pod pod) {
    return pod.getMetadata().getFinalizers().contains(Finalizers.OUTCOME);
  }
}
