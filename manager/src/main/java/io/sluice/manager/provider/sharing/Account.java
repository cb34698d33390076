package io.sluice.manager.provider.sharing;

import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.policy.ResourcePool;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Borrower;
import io.sluice.translate.share.Claim;
import io.sluice.translate.share.Division;
import io.sluice.translate.share.Holding;
import io.sluice.translate.tenant.Subject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * One consumer that is lent to, with its slices and what each of them asked for. Slices that are
 * named after a pool have an account of their own, for nothing but that pool.
 *
 * @param id the consumer, or the consumer and the pool
 */
record Account(
    String id,
    Tenancy of,
    List<ResourcePool> pools,
    List<ResourceSlice> slices,
    List<Amounts> caps) {

  /** Who borrows, under which policy. */
  record Tenancy(String consumer, TenantPolicySpec policy) {}

  static Account open(String id, Tenancy of, Optional<ResourcePool> pool) {
    List<ResourcePool> pools = pool.map(List::of).orElse(of.policy().pools());
    return new Account(id, of, pools, new ArrayList<>(), new ArrayList<>());
  }

  /** No cluster ID has a slash. */
  static String id(String consumer, Optional<ResourcePool> pool) {
    return pool.map(named -> consumer + "/" + named.name()).orElse(consumer);
  }

  /** The one pool that it is for. */
  Optional<String> pool() {
    return id.equals(of.consumer()) ? Optional.empty() : Optional.of(pools.getFirst().name());
  }

  TenantPolicySpec policy() {
    return of.policy();
  }

  /** Whether a slice of this account made the pods. */
  boolean made(Holding holding) {
    return holding.consumer().equals(of.consumer())
        && slices.stream().anyMatch(slice -> user(slice).equals(holding.creator()));
  }

  private String user(ResourceSlice slice) {
    return Subject.sliceUser(of.consumer(), slice.getMetadata().getName());
  }

  void add(ResourceSlice slice, Amounts cap) {
    slices.add(slice);
    caps.add(cap);
  }

  Borrower borrower() {
    return new Borrower(
        id, policy().weight(), pools.stream().map(ResourcePool::nodeSelector).toList(), cap());
  }

  /** All slices together; without limit where one of them has none. */
  private Amounts cap() {
    Amounts sum = Amounts.NONE;
    for (String name : caps.getFirst().names()) {
      if (caps.stream().allMatch(cap -> cap.has(name))) {
        BigDecimal all =
            caps.stream().map(cap -> cap.get(name)).reduce(BigDecimal.ZERO, BigDecimal::add);
        sum = sum.with(name, all);
      }
    }
    return sum;
  }

  /** The consumer's promise by the UID of its slices; pods belong to the slice that made them. */
  SortedMap<String, Amounts> divide(Amounts promise, List<Holding> holdings) {
    Amounts left = Amounts.NONE;
    for (Holding holding : holdings) {
      if (holding.consumer().equals(id)) {
        left = left.plus(holding.amounts());
      }
    }
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < slices.size(); i++) {
      Amounts used = slices.size() == 1 ? left : usedBy(slices.get(i), holdings);
      claims.add(new Claim(slices.get(i).getMetadata().getUid(), 1, used, caps.get(i)));
      left = left.minus(used);
    }
    return Division.among(promise, left, claims);
  }

  private Amounts usedBy(ResourceSlice slice, List<Holding> holdings) {
    String user = user(slice);
    Amounts used = Amounts.NONE;
    for (Holding holding : holdings) {
      if (holding.consumer().equals(id) && holding.creator().equals(user)) {
        used = used.plus(holding.amounts());
      }
    }
    return used;
  }

  /** Where a policy lends one pool, pods are told to stay on its nodes. */
  Map<String, String> nodeSelector() {
    return pools.size() == 1 ? pools.getFirst().nodeSelector() : Map.of();
  }
}
