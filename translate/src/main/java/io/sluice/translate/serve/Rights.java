package io.sluice.translate.serve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The right that a request on the kubelet's port needs: the table of Kubernetes 1.36 (T-37). Any
 * one of the subresources of {@code nodes} is enough.
 *
 * <p>It differs in one point: exec, attach and port-forward need {@code create} whatever the
 * method. A WebSocket begins with GET, and {@code get nodes/proxy} is given to monitoring.
 */
public record Rights(String verb, List<String> subresources) {
  private static final Map<String, String> VERBS =
      Map.of("POST", "create", "GET", "get", "PUT", "update", "PATCH", "patch", "DELETE", "delete");

  /** Finer rights that are asked for before {@code proxy}. */
  private static final Map<String, String> FIRST =
      Map.of("/pods", "pods", "/runningpods", "pods", "/healthz", "healthz", "/configz", "configz");

  /** Rights without anything to fall back to. */
  private static final Map<String, String> ONLY =
      Map.of(
          "/stats", "stats",
          "/metrics", "metrics",
          "/logs", "log",
          "/checkpoint", "checkpoint",
          "/statusz", "statusz",
          "/flagz", "configz");

  private static final List<String> RUNNING =
      List.of("/exec", "/attach", "/portForward", "/run", "/cri");

  public Rights {
    subresources = List.copyOf(subresources);
  }

  /**
   * @param path as it came; one with escapes matches nothing special and needs {@code proxy}
   */
  public static Rights of(String method, String path) {
    if (RUNNING.stream().anyMatch(root -> isBelow(path, root))) {
      return new Rights("create", List.of("proxy"));
    }
    List<String> subresources = new ArrayList<>();
    FIRST.forEach(
        (root, right) -> {
          if (isBelow(path, root)) {
            subresources.add(right);
          }
        });
    String only =
        ONLY.entrySet().stream()
            .filter(entry -> isBelow(path, entry.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse("proxy");
    subresources.add(only);
    return new Rights(VERBS.getOrDefault(method, ""), subresources);
  }

  private static boolean isBelow(String path, String root) {
    return path.equals(root) || path.startsWith(root + "/");
  }
}
