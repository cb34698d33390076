package io.sluice.manager.consumer.peering;

import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.Tenant;
import io.sluice.manager.border.Patience;
import io.sluice.manager.border.Travel;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import java.util.Optional;

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

  public Peering(String consumer, String provider, ConsumerSteps home, ProviderSteps away) {
    if (consumer.equals(provider)) {
      throw new IllegalArgumentException(
          "both clusters have the ID %s; a cluster can't peer with itself".formatted(consumer));
    }
    this.consumer = consumer;
    this.provider = provider;
    this.home = home;
    this.away = away;
  }

  /** From nothing, or from wherever an earlier attempt ended, to credentials that work. */
  public void join() {
    String remote = away.namespace(consumer);
    home.namespace(provider);
    Tenant tenant = known().orElseGet(() -> introduce(remote));
    home.adopt(provider, credentials(tenant), remote);
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
    Papers papers = home.answer(provider, away.challenge(consumer));
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
    home.giveBack(provider);
    home.forget(provider);
    away.dismiss(consumer);
  }
}
