package io.sluice.manager.consumer.admission;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import java.util.Map;

/**
 * Asks the API server whether it already knows a namespace's parameter (T-31): a pod that is never
 * stored goes through the policy while nobody else's does. An answer from one server of several is
 * no proof for the others, which are at most a watch event behind.
 */
public final class PlacementProbe {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);

  private PlacementProbe() {}

  /** While the namespace waits, and nobody else's pods are looked at. */
  public static boolean answers(Api api, String namespace) {
    return isPlaced(api, question(namespace, Map.of(Labels.PROBE, Labels.TRUE)));
  }

  /** Whether a pod like all others is. */
  public static boolean places(Api api, String namespace) {
    return isPlaced(api, question(namespace, Map.of()));
  }

  private static boolean isPlaced(Api api, Pod question) {
    try {
      return api.rehearse(PODS, question).getSpec().getTolerations().stream()
          .anyMatch(toleration -> Names.TAINT_NOT_ALLOWED.equals(toleration.getKey()));
    } catch (ApiFailure refused) {
      return false; // not yet known, or somebody else's admission does not like our question
    }
  }

  /** A pod that every Pod Security level lets pass. */
  private static Pod question(String namespace, Map<String, String> labels) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName("sluice-probe")
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withAutomountServiceAccountToken(false)
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .withRunAsUser(65534L)
        .withNewSeccompProfile(null, "RuntimeDefault")
        .endSecurityContext()
        .addNewContainer()
        .withName("probe")
        .withImage("probe")
        .withNewSecurityContext()
        .withAllowPrivilegeEscalation(false)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .endSecurityContext()
        .endContainer()
        .endSpec()
        .build();
  }
}
