package io.sluice.translate.pod.status;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a status depends on beside the pods.
 *
 * @param linkUp whether the provider's API server answers (T-16)
 * @param podAddress a remote pod's address as seen at home (NET-1); empty hides it
 * @param hostAddresses of the virtual node
 */
public record Around(
    boolean linkUp,
    Function<String, Optional<String>> podAddress,
    List<String> hostAddresses,
    Instant now) {
  public Around {
    hostAddresses = List.copyOf(hostAddresses);
  }
}
