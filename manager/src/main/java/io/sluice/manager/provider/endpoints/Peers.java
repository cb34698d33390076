package io.sluice.manager.provider.endpoints;

import io.sluice.api.core.ForeignCluster;
import io.sluice.api.core.PeerCondition;
import io.sluice.api.core.PeerConditionStatus;
import io.sluice.api.core.PeerConditionType;
import io.sluice.api.core.PeerModule;
import io.sluice.api.networking.Configuration;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.Outcome;
import io.sluice.translate.net.AddressMap;
import io.sluice.translate.net.Prefix;
import io.sluice.translate.net.Reach;
import io.sluice.translate.reflect.EnforcedSlices;
import io.sluice.translate.reflect.EnforcedSlices.Link;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is known about other clusters and their networks. */
record Peers(Collection<ForeignCluster> clusters, Collection<Configuration> configurations) {
  /** Reached, or not tried. */
  private static final Set<PeerConditionStatus> UP =
      EnumSet.of(PeerConditionStatus.ESTABLISHED, PeerConditionStatus.NONE);

  /** The rule for slices of one origin, or what is still missing for it (SE-1, SE-3, SE-4). */
  Outcome<EnforcedSlices> rule(String origin, List<Prefix> own, boolean denyDirect) {
    Optional<ForeignCluster> peer =
        clusters.stream().filter(each -> origin.equals(each.getSpec().clusterID())).findFirst();
    if (peer.isEmpty()) {
      return Outcome.failed("nothing is known about cluster " + origin);
    }
    boolean networked = networking(peer.get()).enabled();
    @Nullable Configuration network = configuration(origin).orElse(null);
    if (networked && network == null) {
      return Outcome.failed("the network of cluster " + origin + " is not configured");
    }
    return switch (AddressMap.of(networked ? network : null)) {
      case Outcome.Failed<AddressMap>(String why) -> Outcome.failed(why);
      case Outcome.Ok<AddressMap>(AddressMap map) ->
          Outcome.ok(
              new EnforcedSlices(
                  new Link(networked, map, isUp(peer.get())),
                  new Reach(networked ? map.networks() : List.of(), forbidden(origin, own)),
                  thirds(origin),
                  denyDirect));
    };
  }

  /** Flips with the way to the cluster; slices are looked at again when it does (SE-6). */
  static boolean isUp(ForeignCluster peer) {
    PeerModule networking = networking(peer);
    boolean network = !networking.enabled() || networking.connects();
    List<PeerCondition> general =
        peer.getStatus() == null ? List.of() : peer.getStatus().conditions();
    boolean server =
        general.stream()
            .filter(condition -> condition.type() == PeerConditionType.API_SERVER_STATUS)
            .allMatch(condition -> UP.contains(condition.status()));
    return network && server;
  }

  private static PeerModule networking(ForeignCluster peer) {
    return peer.getStatus() == null || peer.getStatus().modules() == null
        ? PeerModule.off()
        : peer.getStatus().modules().networking();
  }

  private Optional<Configuration> configuration(String cluster) {
    return configurations.stream().filter(each -> cluster.equals(owner(each))).findFirst();
  }

  private List<Prefix> forbidden(String origin, List<Prefix> own) {
    List<Prefix> forbidden = new ArrayList<>(own);
    thirds(origin).values().forEach(map -> forbidden.addAll(map.networks()));
    return forbidden;
  }

  private Map<String, AddressMap> thirds(String origin) {
    Map<String, AddressMap> thirds = new HashMap<>();
    for (Configuration each : configurations) {
      String owner = owner(each);
      if (!owner.isEmpty()
          && !owner.equals(origin)
          && AddressMap.of(each) instanceof Outcome.Ok<AddressMap>(AddressMap map)) {
        thirds.put(owner, map);
      }
    }
    return thirds;
  }

  private static String owner(Configuration configuration) {
    return Frozen.map(configuration.getMetadata().getLabels())
        .getOrDefault(Labels.REMOTE_CLUSTER_ID, "");
  }
}
