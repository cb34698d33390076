package io.sluice.engine.run;

import io.sluice.engine.lead.Elector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Controllers are made anew for each term, so that nothing of an earlier one is trusted. */
final class Terms implements Elector.Callbacks {
  private static final Logger LOG = LoggerFactory.getLogger(Terms.class);

  private final Supplier<List<Controller>> controllers;
  private final List<Controller> running = new ArrayList<>(); // guarded by this

  Terms(Supplier<List<Controller>> controllers) {
    this.controllers = controllers;
  }

  @Override
  public synchronized void started(int epoch) {
    for (Controller controller : controllers.get()) {
      running.add(controller);
      controller.start();
    }
  }

  @Override
  public synchronized void stopped() {
    running.reversed().forEach(Terms::stop);
    running.clear();
  }

  /** One that does not stop as it should keeps no other from stopping, nor comes back next time. */
  private static void stop(Controller controller) {
    try {
      controller.close();
    } catch (RuntimeException failure) {
      LOG.atError()
          .addKeyValue("controller", controller.getClass().getSimpleName())
          .setCause(failure)
          .log("did not stop in order");
    }
  }
}
