package io.sluice.manager.provider.metrics;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Json;
import io.sluice.translate.metrics.Exposition;
import io.sluice.translate.metrics.MetricsAsk;
import io.sluice.translate.metrics.ScrapePatience;
import io.sluice.translate.metrics.TenantView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks kubelets, all at once. A node that does not answer in time is left out: numbers of the
 * others are better than none.
 */
final class Scraper {
  private static final Logger LOG = LoggerFactory.getLogger(Scraper.class);

  private final Api api;

  Scraper(Api api) {
    this.api = api;
  }

  /** Lines of all nodes that a consumer may see. */
  Exposition metrics(TenantPods.Seen seen, String path) {
    Exposition all = Exposition.NOTHING;
    for (String text : ask(seen, path)) {
      all = all.plus(Exposition.read(text, seen.view()::see));
    }
    return path.equals(MetricsAsk.RESOURCE) ? TenantView.withNode(all) : all;
  }

  /** Likewise the pods of their summaries. */
  Map<String, Object> summary(TenantPods.Seen seen) {
    List<Map<String, Object>> pods = new ArrayList<>();
    for (String text : ask(seen, MetricsAsk.SUMMARY)) {
      @SuppressWarnings("unchecked")
      Map<String, Object> summary = Json.read(text.getBytes(StandardCharsets.UTF_8), Map.class);
      pods.addAll(seen.view().see(summary));
    }
    return Map.of("pods", pods);
  }

  private List<String> ask(TenantPods.Seen seen, String path) {
    Duration patience = ScrapePatience.after(seen.hops());
    Map<String, String> answers = new ConcurrentHashMap<>();
    List<Thread> asking = new ArrayList<>();
    for (String node : seen.nodes()) {
      asking.add(
          Thread.ofVirtual()
              .name("scrape-" + node)
              .start(
                  () -> answer(node, path, patience).ifPresent(text -> answers.put(node, text))));
    }
    try {
      for (Thread thread : asking) {
        thread.join();
      }
    } catch (InterruptedException e) {
      asking.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
    }
    return List.copyOf(answers.values());
  }

  private Optional<String> answer(String node, String path, Duration patience) {
    try {
      return Optional.of(api.text("/api/v1/nodes/" + node + "/proxy/" + path, patience));
    } catch (ApiFailure failure) {
      LOG.atDebug()
          .addKeyValue("node", node)
          .addKeyValue("why", failure.getMessage())
          .log("no metrics of a node");
      return Optional.empty();
    }
  }
}
