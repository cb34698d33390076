package io.sluice.translate.border;

import io.fabric8.kubernetes.api.model.Node;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.networking.Configuration;
import io.sluice.api.offloading.VirtualNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that this cluster knows of one peer.
 *
 * @param tenant the peer as a consumer of this cluster
 * @param credentials this cluster as a consumer of the peer
 * @param configuration how the two networks see each other
 */
public record PeerFacts(
    @Nullable Tenant tenant,
    Credentials credentials,
    List<VirtualNode> virtualNodes,
    List<Node> nodes,
    @Nullable Configuration configuration) {

  public PeerFacts {
    virtualNodes = List.copyOf(virtualNodes);
    nodes = List.copyOf(nodes);
  }

  /**
   * The way to the peer.
   *
   * @param identity of the control plane, where there was a handshake
   * @param kubeconfig whether there is a Secret to go by, ours or written by hand
   */
  public record Credentials(
      @Nullable Identity identity, boolean kubeconfig, Health health, @Nullable String namespace) {}

  /** What the peer's API server last answered. */
  public record Health(Answer answer, String why) {
    public static final Health UNKNOWN = new Health(Answer.NOT_ASKED, "");
  }

  /** Whether the API server answered. */
  public enum Answer {
    NOT_ASKED,
    HEALTHY,
    FAILED
  }

  /** Whether there is anything left of a peering. */
  public boolean isNothing() {
    return tenant == null
        && credentials.identity() == null
        && !credentials.kubeconfig()
        && virtualNodes.isEmpty()
        && nodes.isEmpty()
        && configuration == null;
  }
}
