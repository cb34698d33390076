package io.sluice.manager.consumer.peering;

import java.time.Duration;

/**
 * What the consumer's side is told at start.
 *
 * @param systemNamespace where the key of this cluster lies
 * @param checkEvery how often each provider's API server is asked for its health (HB-2)
 */
public record ConsumerSettings(
    String clusterId, String systemNamespace, Duration checkEvery, Duration checkTimeout) {

  public static ConsumerSettings of(String clusterId, String systemNamespace) {
    return new ConsumerSettings(
        clusterId, systemNamespace, Duration.ofSeconds(15), Duration.ofSeconds(5));
  }
}
