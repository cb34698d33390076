package io.sluice.manager.provider.tenancy;

import io.sluice.api.offloading.LimitsEnforcement;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What this cluster says of itself to its tenants, and for how long it trusts.
 *
 * @param ca certificates in PEM that its API server is checked against; null where those of every
 *     system do
 */
public record ProviderSettings(
    String clusterId,
    URI apiServer,
    @Nullable String ca,
    Lives lives,
    LimitsEnforcement enforcement) {

  /** Certificates can't be revoked, so they live for a day at most (T-25). */
  public record Lives(Duration certificate, Duration nonce) {
    public static final Duration SHORTEST_CERTIFICATE = Duration.ofMinutes(10);
    public static final Duration LONGEST_CERTIFICATE = Duration.ofHours(24);
    public static final Lives DEFAULT = new Lives(LONGEST_CERTIFICATE, Duration.ofHours(1));

    public Lives {
      if (certificate.compareTo(SHORTEST_CERTIFICATE) < 0
          || certificate.compareTo(LONGEST_CERTIFICATE) > 0) {
        throw new IllegalArgumentException("certificates live from 10 minutes to 24 hours");
      }
    }
  }
}
