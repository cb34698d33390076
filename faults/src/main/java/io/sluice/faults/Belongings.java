package io.sluice.faults;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What there is beside the pods of a step: a ConfigMap whose words change while the fault lasts,
 * one that a policy keeps home from then on, a Service that is made meanwhile, a Job that ends.
 */
record Belongings(Site home, Site provider, String prefix) {
  static final String BEFORE = "before";
  static final String AFTER = "after";
  private static final Kind<ConfigMap> MAPS = Kind.of(ConfigMap.class);
  private static final Kind<Service> SERVICES = Kind.of(Service.class);
  private static final Kind<Job> JOBS = Kind.of(Job.class);
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final String SKIP = "liqo.io/skip-reflection";

  void create() {
    Obstacles.apply(
        home,
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %1$s-settings, namespace: %2$s}
        data: {word: before}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %1$s-private, namespace: %2$s}
        ---
        apiVersion: batch/v1
        kind: Job
        metadata: {name: %1$s-job, namespace: %2$s}
        spec:
          backoffLimit: 0
          template:
            spec:
              restartPolicy: Never
              terminationGracePeriodSeconds: 1
              nodeSelector: {liqo.io/remote-cluster-id: %3$s}
              containers: [{name: c, image: pause}]
        """
            .formatted(prefix, Plane.NAMESPACE, provider.cluster.name()));
  }

  boolean areThere() {
    return twin(MAPS, "settings").isPresent()
        && twin(MAPS, "private").isPresent()
        && jobPod(home.admin).filter(Workload::isReady).isPresent();
  }

  Instant changeWords() {
    home.admin.patch(MAPS, ref("settings"), Patch.merge(Map.of("data", Map.of("word", AFTER))));
    return Instant.now();
  }

  Instant keepHome() {
    home.admin.patch(
        MAPS,
        ref("private"),
        Patch.merge(Map.of("metadata", Map.of("annotations", Map.of(SKIP, "true")))));
    return Instant.now();
  }

  Instant serve() {
    home.admin.create(
        SERVICES,
        new ServiceBuilder()
            .withNewMetadata()
            .withNamespace(Plane.NAMESPACE)
            .withName(prefix + "-web")
            .endMetadata()
            .withNewSpec()
            .withSelector(Map.of("app", prefix))
            .addNewPort()
            .withPort(80)
            .endPort()
            .endSpec()
            .build());
    return Instant.now();
  }

  /** The provider's kubelet says that the Job's work is done. */
  Instant finish() {
    Ref pod = jobPod(home.admin).map(Ref::of).orElseThrow();
    return Ends.of(provider.admin, pod, 0);
  }

  boolean agree() {
    return word().equals(AFTER)
        && twin(MAPS, "private").isEmpty()
        && twin(SERVICES, "web").isPresent()
        && jobPod(home.admin)
            .filter(pod -> "Succeeded".equals(pod.getStatus().getPhase()))
            .isPresent();
  }

  /** Whether the home cluster's own controller has taken note of the Job's end. */
  boolean isCounted() {
    return home.admin
        .find(JOBS, ref("job"))
        .filter(job -> Objects.equals(job.getStatus().getSucceeded(), 1))
        .isPresent();
  }

  /** What the provider's copy says. */
  String word() {
    return twin(MAPS, "settings")
        .map(map -> String.valueOf(map.getData().get("word")))
        .orElse("nothing");
  }

  /** How often the provider was asked to run the Job's pod, successfully. */
  int runs() {
    return provider
        .cluster
        .audit()
        .all()
        .verb("create")
        .resource("pods")
        .in(Plane.NAMESPACE)
        .where(event -> event.name().startsWith(prefix + "-job-") && event.code() == 201)
        .count();
  }

  /** Successful writes of Sluice to the provider's copy of the settings, from a moment on. */
  int writesSince(Instant moment) {
    return provider
        .cluster
        .audit()
        .all()
        .writes()
        .resource("configmaps")
        .in(Plane.NAMESPACE)
        .named(prefix + "-settings")
        .where(event -> event.code() / 100 == 2 && event.outcome().received().isAfter(moment))
        .count();
  }

  void delete() {
    home.cluster
        .kubectl(
            "delete",
            "--ignore-not-found",
            "--wait=false",
            "-n=" + Plane.NAMESPACE,
            "job/" + prefix + "-job",
            "service/" + prefix + "-web",
            "configmap/" + prefix + "-settings",
            "configmap/" + prefix + "-private")
        .outOrThrow();
  }

  /** What is still there of it, on either side. */
  List<String> left() {
    List<String> found = new ArrayList<>();
    found.addAll(left(home, JOBS));
    for (Site site : List.of(home, provider)) {
      found.addAll(left(site, MAPS));
      found.addAll(left(site, SERVICES));
    }
    return found;
  }

  private <T extends HasMetadata> List<String> left(Site site, Kind<T> kind) {
    return site.admin.list(kind, Scope.namespace(Plane.NAMESPACE)).stream()
        .map(object -> object.getMetadata().getName())
        .filter(name -> name.startsWith(prefix + "-"))
        .map(name -> "%s %s in %s".formatted(kind, name, site.cluster.name()))
        .toList();
  }

  private Optional<Pod> jobPod(Api api) {
    return api
        .list(PODS, Scope.namespace(Plane.NAMESPACE).labels("job-name=" + prefix + "-job"))
        .stream()
        .findFirst();
  }

  private <T extends HasMetadata> Optional<T> twin(Kind<T> kind, String name) {
    return provider.admin.find(kind, ref(name));
  }

  private Ref ref(String name) {
    return new Ref(Plane.NAMESPACE, prefix + "-" + name);
  }
}
