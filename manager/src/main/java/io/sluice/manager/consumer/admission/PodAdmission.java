package io.sluice.manager.consumer.admission;

import io.sluice.engine.kube.Api;
import io.sluice.engine.run.Controller;
import io.sluice.manager.consumer.ConsumerFeeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * How pods of extended namespaces are placed at creation: by policies where the API server has
 * them, so that no process of ours stands in the way; else by a webhook of the leading manager,
 * never by both (§5.5).
 */
public final class PodAdmission {
  private static final String GROUP = "/apis/admissionregistration.k8s.io/v1";

  private PodAdmission() {}

  public static List<Controller> controllers(
      Api api, PodPolicies policies, NamespaceChecks checks, ConsumerFeeds feeds, Clock clock) {
    return hasPolicies(api.read(GROUP, Map.class))
        ? List.of(new PolicyController(api, policies, checks))
        : List.of(
            PolicyController.withoutMutation(api, policies, checks),
            new WebhookController(api, policies, feeds, towards(api.endpoint().server()), clock));
  }

  /** Whether the API server says so itself. */
  static boolean hasPolicies(Map<?, ?> group) {
    return group.get("resources") instanceof List<?> resources
        && resources.stream()
            .anyMatch(
                each ->
                    each instanceof Map<?, ?> resource
                        && "mutatingadmissionpolicies".equals(resource.get("name")));
  }

  /** The address of this machine, or pod, on the way to an API server; nothing is sent. */
  static String towards(URI server) {
    int port = server.getPort() < 0 ? 443 : server.getPort();
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress(server.getHost(), port));
      return socket.getLocalAddress().getHostAddress();
    } catch (SocketException e) {
      throw new UncheckedIOException(new IOException("no way to " + server, e));
    }
  }
}
