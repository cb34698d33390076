package io.sluice.kubelet.serve;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.metrics.MetricsAsk;
import io.sluice.translate.metrics.PodName;
import io.sluice.translate.metrics.UsageMeter;
import io.sluice.translate.metrics.UsageMeter.Local;
import io.sluice.translate.metrics.UsageMeter.Usage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the provider's metrics-server says of our pods, with a user's rights: enough for {@code
 * kubectl top} and autoscalers, and for nothing else that kubelets show.
 */
final class SecondHand implements Figures {
  private final Api remote;
  private UsageMeter meter = UsageMeter.ZERO; // guarded by this

  SecondHand(Api remote) {
    this.remote = remote;
  }

  @Override
  public Optional<String> page(String path, NodePods pods) {
    if (!path.equals(MetricsAsk.RESOURCE)) {
      return Optional.empty();
    }
    Map<String, Map<String, Local>> there = byNamespace(pods);
    List<Usage> usages = new ArrayList<>();
    there.forEach((namespace, ours) -> usages.addAll(UsageMeter.of(measured(namespace), ours)));
    Set<String> uids =
        there.values().stream()
            .flatMap(ours -> ours.values().stream())
            .map(Local::uid)
            .collect(Collectors.toSet());
    return Optional.of(charge(usages, uids));
  }

  /** Our pods by their namespaces and names there. */
  private static Map<String, Map<String, Local>> byNamespace(NodePods pods) {
    Map<String, Map<String, Local>> there = new HashMap<>();
    for (Pod pod : pods.all()) {
      ObjectMeta local = pod.getMetadata();
      Local ours = new Local(new PodName(local.getNamespace(), local.getName()), local.getUid());
      pods.find(Ref.of(pod))
          .map(NodePods.Hosted::remote)
          .map(Pod::getMetadata)
          .ifPresent(
              twin ->
                  there
                      .computeIfAbsent(twin.getNamespace(), _ -> new HashMap<>())
                      .put(twin.getName(), ours));
    }
    return there;
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> measured(String namespace) {
    String path = "/apis/metrics.k8s.io/v1beta1/namespaces/" + namespace + "/pods";
    return Json.read(remote.text(path, TIMEOUT).getBytes(StandardCharsets.UTF_8), Map.class);
  }

  private synchronized String charge(List<Usage> usages, Set<String> uids) {
    UsageMeter.Shown shown = meter.after(usages);
    meter = shown.meter().only(uids);
    return shown.metrics().text();
  }
}
