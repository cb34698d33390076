package io.sluice.translate.share;

/**
 * What pods take from a node.
 *
 * @param node empty while they are bound to none
 * @param consumer the cluster that offloaded them; empty for the provider's own
 * @param creator the identity that asked for them, as far as it is known
 */
public record Holding(String node, String consumer, String creator, Amounts amounts) {
  public boolean isOwn() {
    return consumer.isEmpty();
  }
}
