package io.sluice.translate.serve;

import io.sluice.translate.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks of the kubelet's port, read from method, path and query (§2.9). Names in a
 * path are names of Kubernetes and nothing else: a segment with an escape, a dot-dot or a control
 * character is no name, so it matches no route (T-36).
 */
public sealed interface Ask {
  /** Answered by this process alone. */
  record Plain(Page page) implements Ask {}

  /** Metrics of the provider's kubelets, by path below {@code /metrics}. */
  record Metrics(String path) implements Ask {}

  record Logs(Target target, LogOptions options) implements Ask {}

  record Stream(StreamVerb verb, Target target, Query remote) implements Ask {}

  /** Said as a real kubelet says it. */
  record Refused(int status, String message) implements Ask {}

  enum Page {
    HEALTH,
    PODS,
    RUNNING_PODS,
    SUMMARY,
    CONFIG
  }

  /**
   * The container that is meant, in local names.
   *
   * @param uid of the pod where the path says it, else empty
   * @param container empty for port-forward, which is the pod's
   */
  record Target(String namespace, String pod, String uid, String container) {}

  Refused NOT_FOUND = new Refused(404, "404: Page Not Found");
  Refused WRONG_METHOD = new Refused(405, "405: Method Not Allowed");

  /**
   * @param path as it came, with its escapes
   * @param query as it came; null when there was none
   */
  static Ask of(String method, String path, @Nullable String query) {
    List<String> segments = Arrays.asList(path.substring(1).split("/", -1));
    boolean get = method.equals("GET");
    boolean stream = StreamVerb.ofPath(segments.getFirst()).isPresent();
    Ask found = route(path, segments, query == null ? "" : query);
    if (found instanceof Refused) {
      return found;
    }
    return get || (stream && method.equals("POST")) ? found : WRONG_METHOD;
  }

  private static Ask route(String path, List<String> segments, String query) {
    return switch (path) {
      case "/healthz", "/healthz/ping", "/healthz/syncloop", "/healthz/log" ->
          new Plain(Page.HEALTH);
      case "/pods", "/pods/" -> new Plain(Page.PODS);
      case "/runningpods", "/runningpods/" -> new Plain(Page.RUNNING_PODS);
      case "/stats/summary", "/stats/summary/" -> new Plain(Page.SUMMARY);
      case "/configz" -> new Plain(Page.CONFIG);
      case "/metrics", "/metrics/cadvisor", "/metrics/resource", "/metrics/probes" ->
          new Metrics(path.substring(1));
      default -> below(segments, query);
    };
  }

  private static Ask below(List<String> segments, String query) {
    String root = segments.getFirst();
    if (root.equals("containerLogs") && segments.size() == 4 && Names.valid(segments)) {
      return logs(new Target(segments.get(1), segments.get(2), "", segments.get(3)), query);
    }
    return StreamVerb.ofPath(root)
        .filter(verb -> Names.valid(segments))
        .flatMap(verb -> verb.target(segments).map(target -> verb.ask(target, query)))
        .orElse(NOT_FOUND);
  }

  private static Ask logs(Target target, String query) {
    return switch (Query.parse(query)) {
      case Outcome.Failed<Query> _ -> LogOptions.UNREADABLE;
      case Outcome.Ok<Query>(Query values) -> LogOptions.ask(target, values);
    };
  }

  /** What may stand in a path. */
  final class Names {
    private static final Pattern NAME =
        Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9.]{0,251}[A-Za-z0-9])?");

    private Names() {}

    static boolean valid(List<String> segments) {
      return segments.stream().allMatch(segment -> NAME.matcher(segment).matches());
    }
  }
}
