package io.sluice.translate.share;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Divides the pool (D-15): everybody keeps what it uses, the rest is shared by weight. Except in
 * mode "each", the sum of all promises never exceeds max(pool, Σ used), for any resource.
 */
public final class Promises {
  private Promises() {}

  public static SortedMap<String, Amounts> of(Pool pool, List<Claim> claims, Lending lending) {
    Set<String> names = new TreeSet<>(pool.amounts().names());
    claims.forEach(claim -> names.addAll(claim.used().names()));
    SortedMap<String, Amounts> promises = new TreeMap<>();
    claims.forEach(claim -> promises.put(claim.id(), Amounts.NONE));
    for (String name : names) {
      Map<String, BigInteger> extra =
          lending.each() ? everything(name, pool, claims) : rest(name, pool, claims);
      for (Claim claim : claims) {
        BigInteger units = used(name, claim).add(extra.getOrDefault(claim.id(), BigInteger.ZERO));
        promises.computeIfPresent(
            claim.id(), (id, sum) -> sum.with(name, Quantities.fromUnits(name, units)));
      }
    }
    return promises;
  }

  private static Map<String, BigInteger> everything(String name, Pool pool, List<Claim> claims) {
    Map<String, BigInteger> extra = new HashMap<>();
    BigInteger lent = units(name, pool.amounts().get(name), RoundingMode.FLOOR);
    for (Claim claim : claims) {
      BigInteger room = room(name, claim);
      BigInteger free = lent.subtract(used(name, claim)).max(BigInteger.ZERO);
      extra.put(claim.id(), room == null ? free : free.min(room));
    }
    return extra;
  }

  private static Map<String, BigInteger> rest(String name, Pool pool, List<Claim> claims) {
    BigInteger rest = units(name, pool.amounts().get(name), RoundingMode.FLOOR);
    List<Share> open = new ArrayList<>();
    for (Claim claim : claims) {
      rest = rest.subtract(used(name, claim));
      if (claim.weight() > 0) {
        open.add(new Share(claim.id(), BigInteger.valueOf(claim.weight()), room(name, claim)));
      }
    }
    return divide(rest.max(BigInteger.ZERO), open);
  }

  /** What one claim may still get; {@code null} is without limit. */
  private record Share(String id, BigInteger weight, @Nullable BigInteger room) {
    boolean fillsUp(BigInteger rest, BigInteger weights) {
      return room != null && room.multiply(weights).compareTo(rest.multiply(weight)) <= 0;
    }
  }

  /** Whoever asks for less than its share leaves the difference to the others. */
  private static Map<String, BigInteger> divide(BigInteger rest, List<Share> open) {
    Map<String, BigInteger> extra = new HashMap<>();
    BigInteger left = rest;
    List<Share> hungry = new ArrayList<>(open);
    boolean changed = true;
    while (changed && !hungry.isEmpty()) {
      BigInteger weights = weights(hungry);
      BigInteger before = left;
      List<Share> full = hungry.stream().filter(share -> share.fillsUp(before, weights)).toList();
      for (Share share : full) {
        BigInteger room = share.room() == null ? BigInteger.ZERO : share.room();
        extra.put(share.id(), room);
        left = left.subtract(room);
      }
      hungry.removeAll(full);
      changed = !full.isEmpty();
    }
    extra.putAll(byWeight(left, hungry));
    return extra;
  }

  /** Rounded down; units left over go to the largest remainders, so that no device is lost. */
  private static Map<String, BigInteger> byWeight(BigInteger rest, List<Share> hungry) {
    BigInteger weights = weights(hungry);
    Map<String, BigInteger> extra = new HashMap<>();
    Map<String, BigInteger> remainders = new HashMap<>();
    BigInteger left = rest;
    for (Share share : hungry) {
      BigInteger[] part = rest.multiply(share.weight()).divideAndRemainder(weights);
      extra.put(share.id(), part[0]);
      remainders.put(share.id(), part[1]);
      left = left.subtract(part[0]);
    }
    // By name where remainders are equal: the answer must not depend on the order of a list.
    hungry.stream()
        .map(Share::id)
        .sorted(
            Comparator.comparing(
                    (String id) -> remainders.getOrDefault(id, BigInteger.ZERO),
                    Comparator.reverseOrder())
                .thenComparing(Comparator.naturalOrder()))
        .limit(hungry.isEmpty() ? 0 : left.longValueExact())
        .forEach(id -> extra.merge(id, BigInteger.ONE, BigInteger::add));
    return extra;
  }

  private static BigInteger weights(List<Share> shares) {
    return shares.stream().map(Share::weight).reduce(BigInteger.ZERO, BigInteger::add);
  }

  private static @Nullable BigInteger room(String name, Claim claim) {
    return claim.cap().has(name)
        ? units(name, claim.cap().get(name), RoundingMode.FLOOR)
            .subtract(used(name, claim))
            .max(BigInteger.ZERO)
        : null;
  }

  private static BigInteger used(String name, Claim claim) {
    return units(name, claim.used().get(name), RoundingMode.CEILING);
  }

  private static BigInteger units(String name, BigDecimal value, RoundingMode rounding) {
    return Quantities.toUnits(name, value, rounding);
  }
}
