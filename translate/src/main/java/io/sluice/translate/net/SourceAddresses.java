package io.sluice.translate.net;

import io.sluice.translate.Outcome;
import java.util.List;
import java.util.Map;

/**
 * EPS-3: what an endpoint's address becomes before it leaves the consumer. Addresses of local pods
 * go unchanged; any other one must have been exposed by an IP object of the same namespace.
 *
 * @param localPods networks of this cluster's pods
 * @param exposed {@code spec.ip -> status.ip} of the namespace's IP objects that have an address
 * @param networked whether there is network data at all; without it nothing is translated (D-20)
 */
public record SourceAddresses(
    List<Prefix> localPods, Map<String, String> exposed, boolean networked) {
  public static final SourceAddresses UNCHANGED = new SourceAddresses(List.of(), Map.of(), false);

  public SourceAddresses {
    localPods = List.copyOf(localPods);
    exposed = Map.copyOf(exposed);
  }

  public Outcome<String> translate(String text) {
    return Address.parse(text)
        .map(address -> source(address, text))
        .orElseGet(() -> Outcome.failed(text + " is not an IP address"));
  }

  private Outcome<String> source(Address address, String text) {
    if (!networked || Prefix.anyContains(localPods, address)) {
      return Outcome.ok(text);
    }
    String seen = exposed.get(text);
    return seen != null
        ? Outcome.ok(seen)
        : Outcome.failed(text + " is no local pod and no IP object exposes it yet");
  }
}
