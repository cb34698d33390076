package io.sluice.manager.provider.sharing;

import io.sluice.manager.provider.sharing.plugin.ResourcePlugin.Answer;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Division;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a resource plugin says instead of the sharing percentage (§7.2).
 *
 * @param answers its last word by consumer
 */
record Plugged(Function<String, Answer> answers) {

  Division.Promised promised(Collection<Account> accounts) {
    SortedMap<String, Amounts> promises = new TreeMap<>();
    Amounts all = Amounts.NONE;
    for (Account account : accounts) {
      Amounts amounts = of(account, accounts);
      promises.put(account.id(), amounts);
      all = all.plus(amounts);
    }
    return new Division.Promised(promises, all, Set.of());
  }

  /** Why the plugin's word may be old; empty when it is not. */
  String trouble(Account account) {
    return answers.apply(account.of().consumer()).trouble();
  }

  /** Its pool, or everything that no other account of the consumer is for. */
  private Amounts of(Account account, Collection<Account> accounts) {
    Map<String, Amounts> byPool = answers.apply(account.of().consumer()).byPool();
    if (account.pool().isPresent()) {
      return byPool.getOrDefault(account.pool().get(), Amounts.NONE);
    }
    Set<String> apart =
        accounts.stream()
            .filter(other -> other.of().consumer().equals(account.of().consumer()))
            .flatMap(other -> other.pool().stream())
            .collect(Collectors.toSet());
    return byPool.entrySet().stream()
        .filter(pool -> !apart.contains(pool.getKey()))
        .map(Map.Entry::getValue)
        .reduce(Amounts.NONE, Amounts::plus);
  }
}
