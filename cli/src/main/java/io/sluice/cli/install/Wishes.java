package io.sluice.cli.install;

import io.sluice.api.wire.ClusterId;
import io.sluice.cli.shell.Trouble;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a person says about an installation.
 *
 * @param sharingPercentage null leaves it to the manager's default
 */
public record Wishes(
    String clusterId,
    String namespace,
    String version,
    @Nullable Integer sharingPercentage,
    Map<String, String> clusterLabels) {

  public Wishes {
    clusterLabels = Map.copyOf(clusterLabels);
    if (clusterId.length() > ClusterId.MAX_LENGTH || !clusterId.matches(ClusterId.PATTERN)) {
      throw Trouble.usage(
          "cluster ID '%s' is not a DNS label of at most %d characters"
              .formatted(clusterId, ClusterId.MAX_LENGTH),
          "choose one of small letters, digits and '-', such as --cluster-id milan");
    }
    if (sharingPercentage != null && (sharingPercentage < 0 || sharingPercentage > 100)) {
      throw Trouble.usage(
          "sharing percentage %d is not between 0 and 100".formatted(sharingPercentage),
          "give a whole number, such as --sharing-percentage 90");
    }
  }
}
