package io.sluice.engine.run;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.lead.Elector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs controllers while this process leads. They are made anew for each term, so that nothing of
 * an earlier one is trusted.
 */
public final class Leadership implements Controller {
  private final Elector elector;
  private final Supplier<List<Controller>> controllers;
  private final List<Controller> running = new ArrayList<>(); // guarded by this

  public Leadership(
      Api api,
      Ref lease,
      String identity,
      Elector.Timing timing,
      Supplier<List<Controller>> controllers) {
    this.controllers = controllers;
    this.elector = new Elector(api, lease, identity, timing, new Term());
  }

  @Override
  public void start() {
    elector.start();
  }

  public boolean leads() {
    return elector.leads();
  }

  private final class Term implements Elector.Callbacks {
    @Override
    public void started(int epoch) {
      synchronized (Leadership.this) {
        running.addAll(controllers.get());
        running.forEach(Controller::start);
      }
    }

    @Override
    public void stopped() {
      stopAll();
    }
  }

  private synchronized void stopAll() {
    running.reversed().forEach(Controller::close);
    running.clear();
  }

  @Override
  public void close() {
    elector.close();
    stopAll();
  }
}
