package io.sluice.manager;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.lead.Elector;
import io.sluice.engine.run.Controller;
import io.sluice.engine.run.Leadership;
import java.time.Clock;
import java.util.List;

/** One cluster's manager: everything it runs, as a constructor chain. */
public final class ManagerProcess implements AutoCloseable {
  private static final String LEASE = "sluice-manager";

  private final Leadership leadership;

  public ManagerProcess(Api api, ManagerOptions options) {
    this.leadership =
        new Leadership(
            api,
            new Ref(options.namespace(), LEASE),
            options.identity(),
            Elector.Timing.DEFAULT,
            () -> controllers(api, options));
  }

  private static List<Controller> controllers(Api api, ManagerOptions options) {
    Clock clock = Clock.systemUTC();
    Events events = new Events(api, "sluice-manager", options.identity(), clock);
    return new ProviderSide(api, options, events, clock).controllers();
  }

  public void start() {
    leadership.start();
  }

  public boolean leads() {
    return leadership.leads();
  }

  @Override
  public void close() {
    leadership.close();
  }
}
