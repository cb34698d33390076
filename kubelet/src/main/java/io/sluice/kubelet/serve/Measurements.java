package io.sluice.kubelet.serve;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Problem;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.serve.stream.Reply;
import io.sluice.translate.metrics.CpuMeter;
import io.sluice.translate.metrics.Exposition;
import io.sluice.translate.metrics.MetricsAsk;
import io.sluice.translate.metrics.PodName;
import io.sluice.translate.metrics.ResourceMetrics;
import io.sluice.translate.metrics.Summary;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the provider's kubelets measure of this node's pods, asked for when somebody asks. */
final class Measurements {
  private final Figures figures;
  private final KubeletOptions options;
  private final NodePods pods;
  private final Clock clock;
  private final Instant started;
  private CpuMeter meter = CpuMeter.ZERO; // guarded by this

  Measurements(Figures figures, KubeletOptions options, NodePods pods, Clock clock) {
    this.figures = figures;
    this.options = options;
    this.pods = pods;
    this.clock = clock;
    this.started = clock.instant();
  }

  void summary(Reply reply) {
    fetch(reply, MetricsAsk.SUMMARY)
        .ifPresent(
            text -> {
              @SuppressWarnings("unchecked")
              Map<String, Object> provided =
                  Json.read(text.getBytes(StandardCharsets.UTF_8), Map.class);
              reply.bytes(200, "application/json", Json.bytes(summary(provided)));
            });
  }

  private synchronized Map<String, Object> summary(Map<String, Object> provided) {
    Summary.Node node = new Summary.Node(options.nodeName(), started, clock.instant());
    Summary.Shown shown = Summary.of(node, provided, uids(), meter);
    meter = shown.meter();
    return shown.document();
  }

  void metrics(Reply reply, String path) {
    fetch(reply, path)
        .map(text -> Exposition.read(text, Optional::of))
        .map(provided -> path.equals(MetricsAsk.RESOURCE) ? resource(provided) : part(provided))
        .ifPresent(
            shown ->
                reply.bytes(
                    200, Exposition.CONTENT_TYPE, shown.text().getBytes(StandardCharsets.UTF_8)));
  }

  private synchronized Exposition resource(Exposition provided) {
    ResourceMetrics.Shown shown = ResourceMetrics.of(provided, uids(), meter);
    meter = shown.meter();
    return shown.metrics();
  }

  private Exposition part(Exposition provided) {
    return ResourceMetrics.ofPods(provided, uids());
  }

  private Map<PodName, String> uids() {
    Map<PodName, String> uids = new HashMap<>();
    for (Pod pod : pods.all()) {
      uids.put(
          new PodName(pod.getMetadata().getNamespace(), pod.getMetadata().getName()),
          pod.getMetadata().getUid());
    }
    return uids;
  }

  /** Nothing, and a reply, where the provider does not say. Numbers are never made up. */
  private Optional<String> fetch(Reply reply, String path) {
    String provider = options.peer().provider();
    try {
      Optional<String> page = figures.page(path, pods);
      if (page.isEmpty()) {
        reply.text(404, "provider " + provider + " does not show " + path);
      }
      return page;
    } catch (ApiFailure failure) {
      boolean missing = failure.is(Problem.NOT_FOUND);
      reply.text(
          missing ? 404 : 500,
          missing
              ? "provider " + provider + " does not show metrics"
              : "no metrics of provider " + provider + ": " + failure.getMessage());
      return Optional.empty();
    }
  }
}
