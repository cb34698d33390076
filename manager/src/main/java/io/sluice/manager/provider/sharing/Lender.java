package io.sluice.manager.provider.sharing;

import io.fabric8.kubernetes.api.model.Node;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.policy.ResourcePool;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.node.LentFacts;
import io.sluice.translate.node.LentLabels;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Borrower;
import io.sluice.translate.share.Division;
import io.sluice.translate.share.Holding;
import io.sluice.translate.share.Supply;
import io.sluice.translate.tenant.Policies;
import io.sluice.translate.tenant.Refusal;
import io.sluice.translate.tenant.SlicePools;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What every slice should say, given the world as it is: a function of its arguments. */
record Lender(
    SharingSettings settings,
    Collection<Tenant> tenants,
    Collection<TenantPolicy> policies,
    Classes.Known classes,
    @Nullable Plugged plugged) {

  /** One line per slice that is ours to decide, and what they may not exceed together. */
  record Lent(List<Book.Line> lines, Amounts ceiling) {}

  Lent lend(Collection<ResourceSlice> slices, Collection<Node> nodes, List<Holding> holdings) {
    List<Book.Line> lines = new ArrayList<>();
    SortedMap<String, Account> accounts = new TreeMap<>();
    for (ResourceSlice slice : sorted(slices)) {
      switch (Verdict.of(slice, tenant(slice), settings.defaultClass())) {
        case Verdict.Leave _ -> {}
        case Verdict.Deny(Refusal why) ->
            lines.add(new Book.Line(slice, Offer.denied(why), Amounts.NONE));
        case Verdict.Lend(Tenant tenant, String consumer, Amounts cap) ->
            account(slice, new Account.Tenancy(consumer, Policies.of(tenant, policies)), accounts)
                .add(slice, cap);
      }
    }
    List<Borrower> borrowers = accounts.values().stream().map(Account::borrower).toList();
    List<Holding> held =
        holdings.stream().map(holding -> booked(holding, accounts.values())).toList();
    Division.Promised promised =
        plugged == null
            ? Division.of(nodes, held, borrowers, settings.lending())
            : plugged.promised(accounts.values());
    for (Account account : accounts.values()) {
      Offer offer = offer(account, promised, nodes);
      SortedMap<String, Amounts> shares = account.divide(promised.to(account.id()), held);
      for (ResourceSlice slice : account.slices()) {
        Amounts share = shares.getOrDefault(slice.getMetadata().getUid(), Amounts.NONE);
        lines.add(new Book.Line(slice, offer, share));
      }
    }
    return new Lent(lines, promised.ceiling());
  }

  private static Account account(
      ResourceSlice slice, Account.Tenancy of, Map<String, Account> accounts) {
    Optional<ResourcePool> pool = SlicePools.of(slice.getMetadata().getName(), of.policy().pools());
    return accounts.computeIfAbsent(
        Account.id(of.consumer(), pool), id -> Account.open(id, of, pool));
  }

  /** Pods count for the account whose slice made them, else for the consumer itself. */
  private static Holding booked(Holding holding, Collection<Account> accounts) {
    return accounts.stream()
        .filter(account -> account.made(holding))
        .findFirst()
        .map(
            account ->
                new Holding(holding.node(), account.id(), holding.creator(), holding.amounts()))
        .orElse(holding);
  }

  private Offer offer(Account account, Division.Promised promised, Collection<Node> nodes) {
    Set<String> missed = new TreeSet<>(promised.vanished());
    missed.removeIf(name -> promised.to(account.id()).get(name).signum() > 0);
    Offer.Extras extras =
        new Offer.Extras(
            Classes.storage(classes.storage()),
            Classes.ingress(classes.ingress(), account.policy().objects()),
            Classes.loadBalancer(settings.loadBalancerClasses(), account.policy().objects()),
            nodeLabels(account, nodes),
            account.nodeSelector());
    String trouble = plugged == null ? "" : plugged.trouble(account);
    if (!trouble.isEmpty()) {
      return new Offer(SliceVerdict.ACCEPTED, Reasons.RESOURCE_PLUGIN_SILENT, trouble, extras);
    }
    return missed.isEmpty()
        ? new Offer(SliceVerdict.ACCEPTED, Reasons.RESOURCES_LENT, "", extras)
        : new Offer(SliceVerdict.ACCEPTED, Reasons.NOTHING_TO_LEND, explain(missed), extras);
  }

  private Map<String, String> nodeLabels(Account account, Collection<Node> nodes) {
    List<Node> usable =
        nodes.stream()
            .filter(Supply::counts)
            .filter(node -> account.borrower().mayUse(Frozen.map(node.getMetadata().getLabels())))
            .toList();
    Map<String, String> labels = new TreeMap<>(settings.nodeLabels());
    labels.putAll(LentLabels.of(LentFacts.of(usable)));
    return labels;
  }

  private String explain(Set<String> missed) {
    return "%s: some is free, but %d %% of it rounds down to 0; %s lends whole devices"
        .formatted(String.join(", ", missed), settings.lending().percentage(), "wholeDevices=true");
  }

  /** The tenant whose namespace the slice lies in. */
  private @Nullable Tenant tenant(ResourceSlice slice) {
    String namespace = Ref.of(slice).namespace();
    return tenants.stream()
        .filter(tenant -> Ref.of(tenant).namespace().equals(namespace))
        .min(Comparator.comparing(tenant -> tenant.getMetadata().getName()))
        .orElse(null);
  }

  private static List<ResourceSlice> sorted(Collection<ResourceSlice> slices) {
    return slices.stream().sorted(Comparator.comparing(slice -> Ref.of(slice).toString())).toList();
  }
}
