package io.sluice.translate.net;

import io.sluice.api.networking.ClusterCidrs;
import io.sluice.api.networking.ClusterNetwork;
import io.sluice.api.networking.Configuration;
import io.sluice.api.networking.ConfigurationStatus;
import io.sluice.translate.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How this cluster sees the addresses of a peer (NET-1, §1.9): each range of the peer with the
 * range it has here. Without network data the map is {@link #IDENTITY} (D-20).
 */
public record AddressMap(List<Range> pods, List<Range> externals) {
  private static final String CONFIGURED = "NetworkCIDRsConfigured";

  public static final AddressMap IDENTITY = new AddressMap(List.of(), List.of());

  /** One range as the peer knows it and as it is seen here; both of the same family. */
  public record Range(Prefix original, Prefix seen) {}

  public AddressMap {
    pods = List.copyOf(pods);
    externals = List.copyOf(externals);
  }

  /** Pod ranges first, then external ones; an address in neither passes unchanged. */
  public Outcome<String> translate(String address) {
    return Address.parse(address)
        .map(
            parsed ->
                Outcome.ok(
                    remap(pods, parsed)
                        .or(() -> remap(externals, parsed))
                        .map(Address::toString)
                        .orElse(address)))
        .orElseGet(() -> notAnAddress(address));
  }

  /** The forced variant of direct connections (SE-3): pod ranges only, and one must match. */
  public Outcome<String> translatePod(String address) {
    return Address.parse(address)
        .map(
            parsed ->
                remap(pods, parsed)
                    .map(seen -> Outcome.ok(seen.toString()))
                    .orElseGet(
                        () -> Outcome.failed(address + " lies in no pod network of the cluster")))
        .orElseGet(() -> notAnAddress(address));
  }

  /** The peer's networks as seen here: where translated addresses must lie (T-28). */
  public List<Prefix> networks() {
    List<Prefix> seen = new ArrayList<>();
    pods.forEach(range -> seen.add(range.seen()));
    externals.forEach(range -> seen.add(range.seen()));
    return List.copyOf(seen);
  }

  /**
   * The map of a peer's Configuration: identity when there is none (D-20), a failure while there is
   * one that is not ready, because untranslated addresses would lead elsewhere (§12.3.18).
   */
  public static Outcome<AddressMap> of(@Nullable Configuration configuration) {
    if (configuration == null) {
      return Outcome.ok(IDENTITY);
    }
    ConfigurationStatus status = configuration.getStatus();
    boolean ready =
        status != null
            && status.conditions().stream()
                .anyMatch(condition -> condition.type().equals(CONFIGURED) && condition.holds());
    if (!ready) {
      return Outcome.failed(
          "network configuration " + configuration.getMetadata().getName() + " is not ready");
    }
    ClusterCidrs original =
        cidrs(configuration.getSpec() == null ? null : configuration.getSpec().remote());
    ClusterCidrs seen = cidrs(status.remote());
    return switch (ranges(original.pod(), seen.pod())) {
      case Outcome.Failed<List<Range>>(var why) -> Outcome.failed(why);
      case Outcome.Ok<List<Range>>(var pods) ->
          switch (ranges(original.external(), seen.external())) {
            case Outcome.Failed<List<Range>>(var why) -> Outcome.failed(why);
            case Outcome.Ok<List<Range>>(var externals) ->
                Outcome.ok(new AddressMap(pods, externals));
          };
    };
  }

  private static ClusterCidrs cidrs(@Nullable ClusterNetwork network) {
    return network == null || network.cidr() == null
        ? new ClusterCidrs(List.of(), List.of())
        : network.cidr();
  }

  /** Builds the ranges of one kind from index-aligned lists; anything unaligned is refused. */
  public static Outcome<List<Range>> ranges(List<String> originals, List<String> seen) {
    if (originals.size() != seen.size()) {
      return Outcome.failed(
          "%d networks of the peer but %d as seen here".formatted(originals.size(), seen.size()));
    }
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < originals.size(); i++) {
      Optional<Range> range = range(originals.get(i), seen.get(i));
      if (range.isEmpty()) {
        return Outcome.failed(
            "%s -> %s is not a pair of networks of one family"
                .formatted(originals.get(i), seen.get(i)));
      }
      ranges.add(range.get());
    }
    return Outcome.ok(List.copyOf(ranges));
  }

  private static Optional<Range> range(String original, String seen) {
    return Prefix.parse(original)
        .flatMap(from -> Prefix.parse(seen).map(to -> new Range(from, to)))
        .filter(range -> range.original().network().width() == range.seen().network().width());
  }

  private static Optional<Address> remap(List<Range> ranges, Address address) {
    return ranges.stream()
        .filter(range -> range.original().contains(address))
        .findFirst()
        .map(
            range ->
                range.original().equals(range.seen()) ? address : range.seen().rebase(address));
  }

  private static Outcome<String> notAnAddress(String text) {
    return Outcome.failed(text + " is not an IP address");
  }
}
