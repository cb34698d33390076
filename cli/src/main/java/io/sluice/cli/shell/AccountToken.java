package io.sluice.cli.shell;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The token of a ServiceAccount for a role that runs outside the cluster: it has that account's
 * rights and not those of the person who started it. Renewed long before it expires.
 */
public final class AccountToken implements Endpoint.Token {
  private static final Kind<ServiceAccount> ACCOUNTS = Kind.of(ServiceAccount.class);
  private static final long LIFE_SECONDS = 3600; // never 3607, which would mean a year (T-27)
  private static final Duration RENEW_AFTER = Duration.ofMinutes(20);
  private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(30);

  private final Api person;
  private final Ref account;
  private final InstantSource clock;
  private @Nullable String token; // guarded by this
  private Instant due = Instant.MIN; // guarded by this

  public AccountToken(Api person, Ref account, InstantSource clock) {
    this.person = person;
    this.account = account;
    this.clock = clock;
  }

  @Override
  public synchronized @Nullable String get() {
    Instant now = clock.instant();
    if (now.isBefore(due)) {
      return token;
    }
    try {
      token = request().getStatus().getToken();
      due = now.plus(RENEW_AFTER);
    } catch (ApiFailure failure) {
      if (token == null) {
        throw failure;
      }
      due = now.plus(TRY_AGAIN_AFTER); // the one at hand is good for a while
    }
    return token;
  }

  private TokenRequest request() {
    TokenRequest body =
        new TokenRequestBuilder()
            .withNewSpec()
            .withExpirationSeconds(LIFE_SECONDS)
            .endSpec()
            .build();
    return person.createBelow(ACCOUNTS, account, "token", body, TokenRequest.class);
  }
}
