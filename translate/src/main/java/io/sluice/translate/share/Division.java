package io.sluice.translate.share;

import io.fabric8.kubernetes.api.model.Node;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What every consumer is promised (D-15), from live nodes and pods only. Nodes that the same
 * consumers may use form a lot, and each lot is divided by itself: where no policy names pools
 * there is one lot of all counted nodes.
 */
public final class Division {
  private final List<Borrower> borrowers;
  private final Lending lending;
  private final List<Lot> lots;
  private final SortedMap<String, Amounts> promises = new TreeMap<>();
  private final Set<String> vanished = new TreeSet<>();
  private Amounts ceiling = Amounts.NONE;

  private Division(Collection<Node> nodes, List<Borrower> borrowers, Lending lending) {
    this.borrowers = borrowers;
    this.lending = lending;
    this.lots = Lot.of(nodes, borrowers);
    borrowers.forEach(borrower -> promises.put(borrower.id(), Amounts.NONE));
  }

  /**
   * @param promises by consumer
   * @param ceiling what all promises together do not exceed: max(pool, Σ used)
   * @param vanished names of which something is free but rounding leaves nothing to lend
   */
  public record Promised(
      SortedMap<String, Amounts> promises, Amounts ceiling, Set<String> vanished) {
    public Amounts to(String consumer) {
      return promises.getOrDefault(consumer, Amounts.NONE);
    }
  }

  public static Promised of(
      Collection<Node> nodes,
      Collection<Holding> holdings,
      List<Borrower> borrowers,
      Lending lending) {
    Division division = new Division(nodes, borrowers, lending);
    holdings.forEach(division::place);
    division.divide();
    return new Promised(division.promises, division.ceiling, Set.copyOf(division.vanished));
  }

  /**
   * One consumer's promise among its slices, which all weigh the same.
   *
   * @param usedOtherwise by pods of the consumer that belong to none of these slices
   */
  public static SortedMap<String, Amounts> among(
      Amounts promise, Amounts usedOtherwise, List<Claim> slices) {
    Pool left = new Pool(promise.minus(usedOtherwise), Set.of());
    return Promises.of(left, slices, Lending.DEFAULT);
  }

  /**
   * Pods count where they run. Those of a consumer that run on no counted node, or on none yet,
   * count in the first lot that it may use: they will come back there.
   */
  private void place(Holding holding) {
    Optional<Lot> here = lots.stream().filter(lot -> lot.has(holding.node())).findFirst();
    if (here.isEmpty() && !holding.isOwn()) {
      here = lots.stream().filter(lot -> lot.isFor(holding.consumer())).findFirst();
    }
    here.ifPresentOrElse(lot -> lot.add(holding), () -> promiseAsUsed(holding));
  }

  private void promiseAsUsed(Holding holding) {
    if (promises.containsKey(holding.consumer())) {
      promises.merge(holding.consumer(), holding.amounts(), Amounts::plus);
      ceiling = ceiling.plus(holding.amounts());
    }
  }

  private void divide() {
    Amounts lent = Amounts.NONE;
    List<Lot> open = new ArrayList<>(lots);
    while (!open.isEmpty()) {
      Lot lot = open.removeFirst();
      Pool pool = lot.pool(lending);
      Promises.of(pool, claims(lot, open), lending)
          .forEach((id, more) -> promises.computeIfPresent(id, (key, sum) -> sum.plus(more)));
      ceiling = ceiling.plus(ceiling(lot, pool));
      lent = lent.plus(pool.amounts());
      vanished.addAll(pool.vanished());
    }
    Amounts all = lent;
    vanished.removeIf(name -> all.get(name).signum() > 0);
  }

  /** Whoever may use the lot shares it; whoever only has pods there keeps what they use. */
  private List<Claim> claims(Lot lot, List<Lot> later) {
    List<Claim> claims = new ArrayList<>();
    Set<String> others = new TreeSet<>(lot.used().keySet());
    for (Borrower borrower : borrowers) {
      if (lot.isFor(borrower.id())) {
        others.remove(borrower.id());
        claims.add(
            new Claim(
                borrower.id(),
                borrower.weight(),
                lot.usedBy(borrower.id()),
                capLeft(borrower, later)));
      }
    }
    others.forEach(id -> claims.add(new Claim(id, 0, lot.usedBy(id), Amounts.NONE)));
    return claims;
  }

  /** What is left of a cap after the lots before this one, and what later ones need of it. */
  private Amounts capLeft(Borrower borrower, List<Lot> later) {
    Amounts gone = promises.getOrDefault(borrower.id(), Amounts.NONE);
    for (Lot lot : later) {
      gone = gone.plus(lot.usedBy(borrower.id()));
    }
    Amounts left = Amounts.NONE;
    for (String name : borrower.cap().names()) {
      BigDecimal room = borrower.cap().get(name).subtract(gone.get(name));
      left = left.with(name, room.max(BigDecimal.ZERO));
    }
    return left;
  }

  private Amounts ceiling(Lot lot, Pool pool) {
    Amounts used = Amounts.NONE;
    Amounts notLentTo = Amounts.NONE;
    for (var entry : lot.used().entrySet()) {
      used = used.plus(entry.getValue());
      if (!promises.containsKey(entry.getKey())) {
        notLentTo = notLentTo.plus(entry.getValue());
      }
    }
    return pool.amounts().max(used).minus(notLentTo);
  }
}
