package io.sluice.faults;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A Deployment and a StatefulSet that stand through all faults, on whatever provider. */
record Standing(Site home, List<Site> providers) {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final int REPLICAS = 2;
  private static final String LABEL = "standing";

  Standing {
    providers = List.copyOf(providers);
  }

  void create() {
    Obstacles.apply(
        home,
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: standing, namespace: %1$s}
        spec:
          replicas: %2$d
          selector: {matchLabels: {standing: deployment}}
          template:
            metadata: {labels: {standing: deployment}}
            spec: {terminationGracePeriodSeconds: 1, containers: [{name: c, image: pause}]}
        ---
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: standing, namespace: %1$s}
        spec:
          replicas: %2$d
          serviceName: standing
          podManagementPolicy: Parallel
          selector: {matchLabels: {standing: set}}
          template:
            metadata: {labels: {standing: set}}
            spec: {terminationGracePeriodSeconds: 1, containers: [{name: c, image: pause}]}
        """
            .formatted(Plane.NAMESPACE, REPLICAS));
    Moments.require("what stands does not come to run", this::isComplete);
  }

  /** Whether all are shown ready. */
  boolean areReady() {
    return home.admin.list(PODS, Scope.namespace(Plane.NAMESPACE).labels(LABEL)).stream()
            .filter(Workload::isReady)
            .count()
        == 2L * REPLICAS;
  }

  /** Whether the home cluster's own controllers have taken note of that. */
  boolean isComplete() {
    Ref ref = new Ref(Plane.NAMESPACE, "standing");
    return home.admin
            .find(Kind.of(Deployment.class), ref)
            .filter(it -> Objects.equals(it.getStatus().getReadyReplicas(), REPLICAS))
            .isPresent()
        && home.admin
            .find(Kind.of(StatefulSet.class), ref)
            .filter(it -> Objects.equals(it.getStatus().getReadyReplicas(), REPLICAS))
            .isPresent();
  }

  /** UIDs of its pods by where and how they are called: home's first, then the providers'. */
  Map<String, String> pods() {
    Map<String, String> uids = new TreeMap<>();
    List<Site> sites = new ArrayList<>(providers);
    sites.addFirst(home);
    for (Site site : sites) {
      site.admin
          .list(PODS, Scope.namespace(Plane.NAMESPACE).labels(LABEL))
          .forEach(
              pod ->
                  uids.put(
                      site.cluster.name() + "/" + pod.getMetadata().getName(),
                      pod.getMetadata().getUid()));
    }
    return uids;
  }

  /**
   * Pods that are others now, or missing.
   *
   * @param loss whether providers may have lost some, so that only home's have to be the same
   */
  static List<String> replaced(
      Map<String, String> before, Map<String, String> after, boolean loss) {
    return before.keySet().stream()
        .filter(pod -> !loss || pod.startsWith("home/"))
        .filter(pod -> !Objects.equals(before.get(pod), after.get(pod)))
        .toList();
  }
}
