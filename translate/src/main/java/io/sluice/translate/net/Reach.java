package io.sluice.translate.net;

import java.util.List;
import java.util.Optional;

/**
 * Where a tenant's endpoints may point to (T-28): into the origin's networks as seen here and never
 * into the provider's own ones, whatever the peer claims.
 *
 * @param allowed the origin's networks; empty when none are known, then only {@code forbidden}
 *     limits
 * @param forbidden networks of this cluster: nodes, services, other tenants
 */
public record Reach(List<Prefix> allowed, List<Prefix> forbidden) {
  private static final List<Prefix> NEVER =
      List.of("127.0.0.0/8", "169.254.0.0/16", "0.0.0.0/8", "224.0.0.0/4", "::/127", "fe80::/10")
          .stream()
          .map(text -> Prefix.parse(text).orElseThrow())
          .toList();

  public Reach {
    allowed = List.copyOf(allowed);
    forbidden = List.copyOf(forbidden);
  }

  /** Why this address is refused; empty when it is fine. */
  public Optional<String> refusal(String text) {
    return Address.parse(text)
        .map(address -> refusal(address, text))
        .orElseGet(() -> Optional.of(text + " is not an IP address"));
  }

  private Optional<String> refusal(Address address, String text) {
    if (Prefix.anyContains(NEVER, address) || Prefix.anyContains(forbidden, address)) {
      return Optional.of(text + " lies in a network of this cluster");
    }
    if (!allowed.isEmpty() && !Prefix.anyContains(allowed, address)) {
      return Optional.of(text + " lies in no network of the origin");
    }
    return Optional.empty();
  }
}
