package io.sluice.cli.install;

import io.sluice.api.wire.ClusterId;
import io.sluice.cli.shell.Trouble;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a person says about an installation.
 *
 * @param running null where the manager is started by hand
 */
public record Wishes(
    String clusterId,
    String namespace,
    String version,
    Lending lending,
    @Nullable Running running) {

  /** How strict an installation is by itself; single policies may still say otherwise. */
  public enum Profile {
    STANDARD,
    HARDENED
  }

  /**
   * What is lent, and to whom it may do what.
   *
   * @param percentage null leaves it to the manager's default
   * @param labels that virtual nodes of this cluster get at its consumers
   */
  public record Lending(@Nullable Integer percentage, Map<String, String> labels, Profile profile) {
    public static final Lending DEFAULT = new Lending(null, Map.of(), Profile.STANDARD);

    public Lending {
      labels = Map.copyOf(labels);
      if (percentage != null && (percentage < 0 || percentage > 100)) {
        throw Trouble.usage(
            "sharing percentage %d is not between 0 and 100".formatted(percentage),
            "give a whole number, such as --sharing-percentage 90");
      }
    }
  }

  /**
   * How the roles run in the cluster.
   *
   * @param apiServer address of this cluster's API server as peers reach it
   */
  public record Running(String image, String apiServer) {}

  public Wishes {
    if (clusterId.length() > ClusterId.MAX_LENGTH || !clusterId.matches(ClusterId.PATTERN)) {
      throw Trouble.usage(
          "cluster ID '%s' is not a DNS label of at most %d characters"
              .formatted(clusterId, ClusterId.MAX_LENGTH),
          "choose one of small letters, digits and '-', such as --cluster-id milan");
    }
  }

  /** An installation whose manager is started by hand, with nothing further said. */
  public static Wishes plain(String clusterId, String namespace, String version) {
    return new Wishes(clusterId, namespace, version, Lending.DEFAULT, null);
  }
}
