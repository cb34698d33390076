package io.sluice.manager.consumer.admission;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.policy.ClusterNamespaceOffloading;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.translate.Outcome;
import io.sluice.translate.place.Placement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers the question of an API server what becomes of a pod (§5.5). What is known of the
 * namespace comes from the feeds; the answer costs no request.
 */
final class PodReviews {
  private static final NamespaceOffloadingSpec SWITCHED =
      new NamespaceOffloadingSpec(
          MappingStrategy.DEFAULT_NAME, null, PodOffloadingStrategy.LOCAL_AND_REMOTE, null);

  private final ConsumerFeeds feeds;
  private final String runtimeClass;

  PodReviews(ConsumerFeeds feeds, String runtimeClass) {
    this.feeds = feeds;
    this.runtimeClass = runtimeClass;
  }

  /** Whether it can say anything yet. */
  boolean ready() {
    return feeds.synced();
  }

  /**
   * The AdmissionReview that answers another.
   *
   * @param webhook whose name says by what the pod is to be placed
   */
  Map<String, Object> answer(String webhook, Map<String, @Nullable Object> review) {
    Map<?, ?> request = (Map<?, ?>) Objects.requireNonNull(review.get("request"), "request");
    Map<String, Object> response = new LinkedHashMap<>();
    response.put("uid", String.valueOf(request.get("uid")));
    Pod pod = Json.convert(Objects.requireNonNull(request.get("object"), "object"), Pod.class);
    switch (strategy(webhook, String.valueOf(request.get("namespace")))) {
      case Outcome.Failed<Optional<NamespaceOffloadingSpec>>(String why) -> {
        response.put("allowed", false);
        response.put("status", Map.of("code", 403, "reason", "Forbidden", "message", why));
      }
      case Outcome.Ok<Optional<NamespaceOffloadingSpec>>(var spec) -> {
        response.put("allowed", true);
        List<Map<String, Object>> patch =
            spec.map(found -> patch(pod.getSpec(), found)).orElse(List.of());
        if (!patch.isEmpty()) {
          response.put("patchType", "JSONPatch");
          response.put("patch", Base64.getEncoder().encodeToString(Json.bytes(patch)));
        }
      }
    }
    return Map.of(
        "apiVersion", "admission.k8s.io/v1", "kind", "AdmissionReview", "response", response);
  }

  /** Empty where nobody has an opinion any more; a failure refuses the pod. */
  private Outcome<Optional<NamespaceOffloadingSpec>> strategy(String webhook, String namespace) {
    if (PodPolicies.isOfSwitch(webhook)) {
      return Outcome.ok(Optional.of(SWITCHED));
    }
    Optional<String> rule = PodPolicies.ruleOf(webhook);
    if (rule.isPresent()) {
      return Outcome.ok(
          feeds
              .rules()
              .get(Ref.cluster(rule.get()))
              .map(ClusterNamespaceOffloading::getSpec)
              .map(spec -> spec.perNamespace()));
    }
    return feeds
        .offloadings()
        .get(new Ref(namespace, Names.NAMESPACE_OFFLOADING))
        .map(NamespaceOffloading::getSpec)
        .map(spec -> Outcome.ok(Optional.of(spec)))
        .orElseGet(
            () ->
                Outcome.failed(
                    "no NamespaceOffloading is known in namespace %s, which is labelled as extended"
                        .formatted(namespace)));
  }

  private List<Map<String, Object>> patch(PodSpec pod, NamespaceOffloadingSpec spec) {
    PodSpec admitted =
        Placement.of(spec.podOffloadingStrategy(), spec.clusterSelector()).admit(pod, runtimeClass);
    List<Map<String, Object>> patch = new ArrayList<>();
    if (!admitted.getTolerations().equals(pod.getTolerations())) {
      patch.add(add("/spec/tolerations", admitted.getTolerations()));
    }
    if (!Objects.equals(admitted.getAffinity(), pod.getAffinity())) {
      patch.add(add("/spec/affinity", admitted.getAffinity()));
    }
    return patch;
  }

  private static Map<String, Object> add(String path, Object value) {
    return Map.of("op", "add", "path", path, "value", value);
  }
}
