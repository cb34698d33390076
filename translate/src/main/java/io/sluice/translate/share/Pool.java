package io.sluice.translate.share;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a provider lends in total (D-15).
 *
 * @param amounts per resource name, in whole units
 * @param vanished names of which something is free but rounding leaves nothing to lend: the user is
 *     warned, because "one GPU" silently becoming none surprises everybody
 */
public record Pool(Amounts amounts, Set<String> vanished) {
  public Pool {
    vanished = Set.copyOf(vanished);
  }

  /**
   * ⌊percentage × (allocatable − requested by pods of the provider itself)⌋, each name by itself: a
   * shortage of one resource does not take the others away.
   *
   * @param allocatable of the counted nodes together
   * @param ownRequests of non-terminal pods on counted nodes that no consumer offloaded
   */
  public static Pool of(Amounts allocatable, Amounts ownRequests, Lending lending) {
    SortedMap<String, BigDecimal> lent = new TreeMap<>();
    Set<String> vanished = new TreeSet<>();
    for (String name : allocatable.names()) {
      BigDecimal free = allocatable.get(name).subtract(ownRequests.get(name));
      BigInteger units = scale(name, free.max(BigDecimal.ZERO), lending);
      lent.put(name, Quantities.fromUnits(name, units));
      if (units.signum() == 0 && lending.percentage() > 0 && free.compareTo(BigDecimal.ONE) >= 0) {
        vanished.add(name);
      }
    }
    return new Pool(new Amounts(lent), vanished);
  }

  private static BigInteger scale(String name, BigDecimal free, Lending lending) {
    BigInteger units = Quantities.toUnits(name, free, RoundingMode.FLOOR);
    BigDecimal share =
        new BigDecimal(units).multiply(BigDecimal.valueOf(lending.percentage())).movePointLeft(2);
    boolean up = lending.wholeDevices() && isDevice(name);
    return share.setScale(0, up ? RoundingMode.CEILING : RoundingMode.FLOOR).toBigInteger();
  }

  /** Extended resources carry a domain: {@code nvidia.com/gpu}. */
  private static boolean isDevice(String name) {
    return name.contains("/");
  }
}
