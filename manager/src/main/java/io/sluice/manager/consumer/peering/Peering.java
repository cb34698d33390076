package io.sluice.manager.consumer.peering;

import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.Tenant;
import io.sluice.manager.border.Patience;
import io.sluice.manager.border.Travel;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Peers two clusters for somebody who has rights in both (§1.1, automatic). It only strings the
 * steps of the two sides together: whoever has one side can take that side's steps by hand and send
 * what comes out of them to the other.
 */
public final class Peering {
  private final String consumer;
  private final String provider;
  private final ConsumerSteps home;
  private final ProviderSteps away;
  private final Consumer<String> told;

  /**
   * @param told what is about to be done, in words for people
   */
  public Peering(Pair pair, ConsumerSteps home, ProviderSteps away, Consumer<String> told) {
    this.consumer = pair.consumer();
    this.provider = pair.provider();
    this.home = home;
    this.away = away;
    this.told = told;
  }

  /** The IDs of the two clusters. */
  public record Pair(String consumer, String provider) {
    public Pair {
      if (consumer.equals(provider)) {
        throw new IllegalArgumentException(
            "both clusters have the ID %s; a cluster can't peer with itself".formatted(consumer));
      }
    }
  }

  /** From nothing, or from wherever an earlier attempt ended, to credentials that work. */
  public void join() {
    told.accept(provider + ": tenant namespace of " + consumer);
    String remote = away.namespace(consumer);
    told.accept(consumer + ": tenant namespace of " + provider);
    home.namespace(provider);
    Tenant tenant = known().orElseGet(() -> introduce(remote));
    told.accept(consumer + ": credentials are taken up");
    home.adopt(provider, credentials(tenant), remote);
  }

  /**
   * Waits until the consumer's manager reaches the provider. One that moved may be about to say
   * where to: what it issues meanwhile is taken up.
   */
  public void reach() {
    told.accept(consumer + ": " + provider + " is reached");
    String remote = away.namespace(consumer);
    home.reach(
        provider,
        () -> known().ifPresent(tenant -> home.adopt(provider, credentials(tenant), remote)));
  }

  /** The tenant, where the provider already knows the key that this consumer has. */
  private Optional<Tenant> known() {
    return home.earlierPapers(provider)
        .flatMap(
            papers ->
                away.tenant(consumer)
                    .filter(
                        tenant ->
                            Travel.pack(papers.publicKey()).equals(tenant.getSpec().publicKey()))
                    .filter(
                        tenant ->
                            tenant.getStatus() != null && tenant.getStatus().authParams() != null));
  }

  private Tenant introduce(String remote) {
    told.accept(provider + ": challenge for " + consumer);
    byte[] nonce = away.challenge(consumer);
    told.accept(consumer + ": answer and signing request");
    Papers papers = home.answer(provider, nonce);
    told.accept(provider + ": verdict on " + consumer);
    return away.admit(papers.tenant(remote, consumer, null));
  }

  private static AuthParams credentials(Tenant tenant) {
    AuthParams params = tenant.getStatus().authParams();
    if (params == null) {
      throw new Patience.Exhausted("the provider issued no credentials");
    }
    return params;
  }

  /** The way back: what was borrowed, then the credentials, then the tenancy (§1.7). */
  public void part() {
    told.accept(consumer + ": what was borrowed from " + provider + " is given back");
    home.giveBack(provider);
    told.accept(consumer + ": credentials are forgotten");
    home.forget(provider);
    told.accept(provider + ": tenancy ends");
    away.clear(consumer);
    away.dismiss(consumer);
  }

  /**
   * Removes the two tenant namespaces, where nothing of a peering the other way round needs them.
   *
   * @return why one of them stays; mostly nothing
   */
  public List<String> removeNamespaces() {
    told.accept("tenant namespaces are removed");
    List<String> stays = new ArrayList<>();
    home.leaveNamespace(provider).ifPresent(why -> stays.add(consumer + ": " + why));
    away.leaveNamespace(consumer).ifPresent(why -> stays.add(provider + ": " + why));
    return stays;
  }
}
