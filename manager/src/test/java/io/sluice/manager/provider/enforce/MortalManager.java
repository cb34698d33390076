package io.sluice.manager.provider.enforce;

import static org.awaitility.Awaitility.await;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.manager.Kubelets;
import io.sluice.manager.ManagerOptions;
import io.sluice.manager.ManagerProcess;
import io.sluice.manager.Site;
import io.sluice.manager.provider.ProviderBed;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The whole elected manager, every controller of it, whose process can be made to die after so many
 * more requests. The next one has the same name, as a process that is started again has.
 */
final class MortalManager implements AutoCloseable {
  private static final class Dead extends RuntimeException {
    Dead() {
      super("the process is dead", null, false, false);
    }
  }

  private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);
  private final Api api;
  private final ManagerProcess process;

  MortalManager(ProviderBed bed) {
    Path kubeconfig = bed.cluster().kubeconfig(ProviderBed.MANAGER);
    Endpoint real = Endpoint.fromKubeconfig(kubeconfig, null);
    this.api =
        new Api(new Endpoint(real.server(), real.tls(), this::identify), ProviderBed.MANAGER);
    this.process =
        new ManagerProcess(
            api,
            new ManagerOptions("lender", "sluice", "m-0", 90, false),
            new Site(URI.create(bed.cluster().server()), null, new Kubelets.Deployed()));
    process.start();
    await().atMost(Duration.ofSeconds(60)).until(process::leads);
  }

  /** From now on it lives for so many requests. */
  void diesAfter(int requests) {
    left.set(requests);
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
    try {
      process.close();
    } catch (Dead stays) {
      // It could not give its lease back, as the dead can't.
    }
    api.close();
  }
}
