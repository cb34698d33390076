package io.sluice.manager.provider.enforce;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.manager.provider.ProviderBed;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An enforcer whose process dies after so many requests: nothing that it would send later leaves
 * it. The identity is asked for at every request, which is where it is stopped.
 */
final class Mortal implements AutoCloseable {
  private static final class Dead extends RuntimeException {
    Dead() {
      super("the process is dead", null, false, false);
    }
  }

  private final AtomicInteger left;
  private final Api api;
  private final PodEnforcer enforcer;

  Mortal(ProviderBed bed, int requests) {
    this.left = new AtomicInteger(requests);
    Path kubeconfig = bed.cluster().kubeconfig(ProviderBed.MANAGER);
    Endpoint real = Endpoint.fromKubeconfig(kubeconfig, null);
    this.api =
        new Api(new Endpoint(real.server(), real.tls(), this::identify), ProviderBed.MANAGER);
    this.enforcer =
        new PodEnforcer(
            api, changed -> new Ledger(api, "provider", false, changed), Clock.systemUTC());
    enforcer.start();
  }

  /** One that lives as long as the test wants it to. */
  static Mortal immortal(ProviderBed bed) {
    return new Mortal(bed, Integer.MAX_VALUE);
  }

  @SuppressWarnings("NullAway") // the identity is the client's certificate
  private String identify() {
    if (left.getAndDecrement() <= 0) {
      left.set(-1);
      throw new Dead();
    }
    return null;
  }

  boolean isDead() {
    return left.get() < 0;
  }

  @Override
  public void close() {
    enforcer.close();
    api.close();
  }
}
