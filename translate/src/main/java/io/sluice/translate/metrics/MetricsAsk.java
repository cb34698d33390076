package io.sluice.translate.metrics;

import io.sluice.api.vocab.Names;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What somebody asks of the API {@code metrics.liqo.io}, read from the path (§2.9). */
public sealed interface MetricsAsk {
  String ROOT = "/apis/" + Names.METRICS_GROUP;
  String SCRAPE = ROOT + "/" + Names.METRICS_VERSION + "/scrape/";
  String SUMMARY = "stats/summary";
  String RESOURCE = "metrics/resource";

  /** What kubelets offer and a consumer may see its part of. */
  Set<String> PATHS = Set.of("metrics", "metrics/cadvisor", RESOURCE, "metrics/probes", SUMMARY);

  /** What API servers and clients want to know of any API. */
  record Discovery(Map<String, Object> document) implements MetricsAsk {}

  record Scrape(String consumer, String path) implements MetricsAsk {}

  record Refused(int status, String message) implements MetricsAsk {}

  static MetricsAsk of(String method, String path) {
    if (!method.equals("GET")) {
      return new Refused(405, "only GET is served");
    }
    if (path.startsWith(SCRAPE)) {
      return scrape(path.substring(SCRAPE.length()).split("/", 2));
    }
    return switch (path) {
      case "/", "/openapi/v3" -> new Discovery(Map.of("paths", Map.of()));
      case "/openapi/v2" ->
          new Discovery(
              Map.of(
                  "swagger",
                  "2.0",
                  "info",
                  Map.of("title", Names.METRICS_GROUP, "version", Names.METRICS_VERSION),
                  "paths",
                  Map.of()));
      case "/apis" -> new Discovery(groups());
      case ROOT -> new Discovery(group());
      case ROOT + "/" + Names.METRICS_VERSION -> new Discovery(resources());
      default -> new Refused(404, "there is no " + path);
    };
  }

  private static MetricsAsk scrape(String[] words) {
    return words.length == 2 && PATHS.contains(words[1])
        ? new Scrape(words[0], words[1])
        : new Refused(400, "after the cluster's ID, one of " + PATHS.stream().sorted().toList());
  }

  private static Map<String, Object> groups() {
    return Map.of("kind", "APIGroupList", "apiVersion", "v1", "groups", List.of(group()));
  }

  private static Map<String, Object> group() {
    Map<String, String> version =
        Map.of(
            "groupVersion",
            Names.METRICS_GROUP + "/" + Names.METRICS_VERSION,
            "version",
            Names.METRICS_VERSION);
    return Map.of(
        "kind",
        "APIGroup",
        "apiVersion",
        "v1",
        "name",
        Names.METRICS_GROUP,
        "versions",
        List.of(version),
        "preferredVersion",
        version);
  }

  /** Nothing that a client could list: garbage collection and namespaces are not concerned. */
  private static Map<String, Object> resources() {
    return Map.of(
        "kind",
        "APIResourceList",
        "apiVersion",
        "v1",
        "groupVersion",
        Names.METRICS_GROUP + "/" + Names.METRICS_VERSION,
        "resources",
        List.of(
            Map.of(
                "name",
                "scrape",
                "singularName",
                "",
                "namespaced",
                false,
                "kind",
                "Scrape",
                "verbs",
                List.of("get"))));
  }
}
