package io.sluice.manager;

/** What one cluster's manager is told at start. */
public record ManagerOptions(
    String clusterId,
    String namespace,
    String identity,
    int sharingPercentage,
    boolean resourceEnforcement) {
  private static final int LONGEST_ID = 63;

  public ManagerOptions {
    if (!clusterId.matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?") || clusterId.length() > LONGEST_ID) {
      throw new IllegalArgumentException(
          "cluster ID '%s' is not a DNS label of at most %d characters"
              .formatted(clusterId, LONGEST_ID));
    }
    if (sharingPercentage < 0 || sharingPercentage > 100) {
      throw new IllegalArgumentException(
          "sharing percentage %d is not between 0 and 100".formatted(sharingPercentage));
    }
  }
}
