package io.sluice.translate.share;

import java.util.List;
import java.util.Map;

/**
 * A consumer that is lent to.
 *
 * @param id the consumer
 * @param weight against the other consumers
 * @param pools labels of the nodes that it may use, one alternative each; none means every node
 * @param cap what it asked for at most; a name that is missing here has no cap
 */
public record Borrower(String id, long weight, List<Map<String, String>> pools, Amounts cap) {
  public Borrower {
    pools = List.copyOf(pools);
  }

  public boolean mayUse(Map<String, String> nodeLabels) {
    return pools.isEmpty()
        || pools.stream().anyMatch(pool -> nodeLabels.entrySet().containsAll(pool.entrySet()));
  }
}
