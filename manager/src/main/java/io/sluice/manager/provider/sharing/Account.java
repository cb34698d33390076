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
import java.util.SortedMap;

/** One consumer that is lent to, with its slices and what each of them asked for. */
record Account(
    String consumer, TenantPolicySpec policy, List<ResourceSlice> slices, List<Amounts> caps) {

  static Account open(String consumer, TenantPolicySpec policy) {
    return new Account(consumer, policy, new ArrayList<>(), new ArrayList<>());
  }

  void add(ResourceSlice slice, Amounts cap) {
    slices.add(slice);
    caps.add(cap);
  }

  Borrower borrower() {
    return new Borrower(
        consumer,
        policy.weight(),
        policy.pools().stream().map(ResourcePool::nodeSelector).toList(),
        cap());
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
      if (holding.consumer().equals(consumer)) {
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
    String user = Subject.sliceUser(consumer, slice.getMetadata().getName());
    Amounts used = Amounts.NONE;
    for (Holding holding : holdings) {
      if (holding.consumer().equals(consumer) && holding.creator().equals(user)) {
        used = used.plus(holding.amounts());
      }
    }
    return used;
  }

  /** Where a policy lends one pool, pods are told to stay on its nodes. */
  Map<String, String> nodeSelector() {
    return policy.pools().size() == 1 ? policy.pools().getFirst().nodeSelector() : Map.of();
  }
}
