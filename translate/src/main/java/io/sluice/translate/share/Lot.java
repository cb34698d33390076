package io.sluice.translate.share;

import io.fabric8.kubernetes.api.model.Node;
import io.sluice.api.wire.Frozen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Counted nodes that the same consumers may use, and what is taken from them. */
final class Lot {
  private final SortedSet<String> users;
  private final Set<String> nodes = new HashSet<>();
  private final SortedMap<String, Amounts> used = new TreeMap<>();
  private Amounts allocatable = Amounts.NONE;
  private Amounts own = Amounts.NONE;

  private Lot(SortedSet<String> users) {
    this.users = users;
  }

  /** In an order that depends on nothing but the consumers. */
  static List<Lot> of(Collection<Node> nodes, List<Borrower> borrowers) {
    SortedMap<String, Lot> lots = new TreeMap<>();
    for (Node node : nodes) {
      if (Supply.counts(node)) {
        SortedSet<String> users = users(node, borrowers);
        Lot lot = lots.computeIfAbsent(String.join(",", users), key -> new Lot(users));
        lot.nodes.add(node.getMetadata().getName());
        lot.allocatable = lot.allocatable.plus(Amounts.ofValid(node.getStatus().getAllocatable()));
      }
    }
    return new ArrayList<>(lots.values());
  }

  private static SortedSet<String> users(Node node, List<Borrower> borrowers) {
    Map<String, String> labels = Frozen.map(node.getMetadata().getLabels());
    SortedSet<String> users = new TreeSet<>();
    for (Borrower borrower : borrowers) {
      if (borrower.mayUse(labels)) {
        users.add(borrower.id());
      }
    }
    return users;
  }

  boolean has(String node) {
    return nodes.contains(node);
  }

  boolean isFor(String consumer) {
    return users.contains(consumer);
  }

  void add(Holding holding) {
    if (holding.isOwn()) {
      own = own.plus(holding.amounts());
    } else {
      used.merge(holding.consumer(), holding.amounts(), Amounts::plus);
    }
  }

  Pool pool(Lending lending) {
    return Pool.of(allocatable, own, lending);
  }

  SortedMap<String, Amounts> used() {
    return used;
  }

  Amounts usedBy(String consumer) {
    return used.getOrDefault(consumer, Amounts.NONE);
  }
}
