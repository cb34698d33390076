package io.sluice.faults;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Four pods of one step, one for each phase: what people and kubelets do to them. */
final class Workload {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final Kind<ShadowPod> SHADOWS = Kind.of(ShadowPod.class);

  private final Site homeSite;
  private final Api home;
  private final Site provider;
  private final String namespace;
  private final String prefix;

  Workload(Plane plane, Site provider, String prefix) {
    this(plane, provider, Plane.NAMESPACE, prefix);
  }

  Workload(Plane plane, Site provider, String namespace, String prefix) {
    this.namespace = namespace;
    this.homeSite = plane.home;
    this.home = plane.home.admin;
    this.provider = provider;
    this.prefix = prefix;
  }

  String name(Phase phase) {
    return prefix + "-" + phase.name().toLowerCase(Locale.ROOT);
  }

  void create(Phase phase) {
    home.create(PODS, pod(phase));
  }

  private Pod pod(Phase phase) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name(phase))
        .endMetadata()
        .withNewSpec()
        .withRestartPolicy(phase == Phase.FINISH ? "Never" : "Always")
        .withTerminationGracePeriodSeconds(1L)
        .withNodeSelector(Map.of("liqo.io/remote-cluster-id", provider.cluster.name()))
        .addNewContainer()
        .withName("c")
        .withImage("pause")
        .endContainer()
        .endSpec()
        .build();
  }

  /** What the provider's kubelet says when the container ends. */
  Instant finish(int exitCode) {
    return Ends.of(provider.admin, ref(Phase.FINISH), exitCode);
  }

  Instant delete(Phase phase) {
    local(phase).ifPresent(pod -> home.delete(PODS, Ref.of(pod), pod.getMetadata().getUid(), null));
    return Instant.now();
  }

  Optional<Pod> local(Phase phase) {
    return home.find(PODS, ref(phase));
  }

  Optional<Pod> remote(Phase phase) {
    return provider.admin.find(PODS, ref(phase));
  }

  /** Whether the home cluster shows what there is in the provider, now that all is quiet. */
  boolean agrees(Phase phase) {
    Optional<Pod> local = local(phase);
    Optional<Pod> remote = remote(phase);
    return switch (phase) {
      case CREATE, RUN ->
          local.filter(Workload::isReady).isPresent()
              && remote.filter(Workload::isReady).isPresent();
      case FINISH -> local.filter(pod -> "Failed".equals(pod.getStatus().getPhase())).isPresent();
      case DELETE ->
          local.isEmpty() && remote.isEmpty() && provider.admin.find(SHADOWS, ref(phase)).isEmpty();
    };
  }

  /** Pods that wait and say neither themselves why, nor has the scheduler said so. */
  List<String> unexplained() {
    return local(Phase.CREATE)
        .filter(pod -> "Pending".equals(pod.getStatus().getPhase()))
        .filter(pod -> pod.getStatus().getReason() == null)
        .filter(
            pod ->
                pod.getStatus().getConditions().stream()
                    .noneMatch(
                        it ->
                            it.getType().equals("PodScheduled") && it.getStatus().equals("False")))
        .map(pod -> pod.getMetadata().getName())
        .stream()
        .toList();
  }

  /** Everything of this step that is still there, on either side. */
  List<String> left() {
    List<String> found = new ArrayList<>();
    found.addAll(left("home", home, PODS));
    found.addAll(left(provider.cluster.name(), provider.admin, PODS));
    found.addAll(left(provider.cluster.name(), provider.admin, SHADOWS));
    return found;
  }

  private <T extends HasMetadata> List<String> left(String where, Api api, Kind<T> kind) {
    return api.list(kind, Scope.namespace(namespace)).stream()
        .map(object -> object.getMetadata().getName())
        .filter(name -> name.startsWith(prefix + "-"))
        .map(name -> "%s %s in %s".formatted(kind, name, where))
        .toList();
  }

  /** When the provider's API server accepted a pod of that name. */
  List<Instant> creations(Phase phase) {
    return provider
        .cluster
        .audit()
        .all()
        .verb("create")
        .resource("pods")
        .in(namespace)
        .named(name(phase))
        .where(event -> event.code() == 201)
        .stream()
        .map(event -> event.outcome().received())
        .toList();
  }

  /** Successful writes of the running pod's status at home, from a moment on. */
  int statusWritesSince(Instant moment) {
    return homeSite
        .cluster
        .audit()
        .all()
        .writes()
        .resource("pods/status")
        .in(namespace)
        .named(name(Phase.RUN))
        .where(event -> event.who().userAgent().startsWith("sluice-"))
        .where(event -> event.code() / 100 == 2 && event.outcome().received().isAfter(moment))
        .count();
  }

  static boolean isReady(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() == null
        && pod.getStatus().getConditions().stream()
            .anyMatch(it -> it.getType().equals("Ready") && it.getStatus().equals("True"));
  }

  private Ref ref(Phase phase) {
    return new Ref(namespace, name(phase));
  }
}
