package io.sluice.manager;

/**
 * What one cluster's manager is told at start.
 *
 * @param resourcePlugin host and port of a resource plugin (§7.2); empty where there is none
 */
public record ManagerOptions(
    String clusterId,
    String namespace,
    String identity,
    int sharingPercentage,
    boolean resourceEnforcement,
    String resourcePlugin) {
  private static final int LONGEST_ID = 63;

  /** Without a resource plugin. */
  public ManagerOptions(
      String clusterId,
      String namespace,
      String identity,
      int sharingPercentage,
      boolean resourceEnforcement) {
    this(clusterId, namespace, identity, sharingPercentage, resourceEnforcement, "");
  }

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
