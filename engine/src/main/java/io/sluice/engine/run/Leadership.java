package io.sluice.engine.run;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.lead.Elector;
import java.util.List;
import java.util.function.Supplier;

/** Runs controllers while this process leads. */
public final class Leadership implements Controller {
  private final Elector elector;
  private final Terms terms;

  public Leadership(
      Api api,
      Ref lease,
      String identity,
      Elector.Timing timing,
      Supplier<List<Controller>> controllers) {
    this.terms = new Terms(controllers);
    this.elector = new Elector(api, lease, identity, timing, terms);
  }

  @Override
  public void start() {
    elector.start();
  }

  public boolean leads() {
    return elector.leads();
  }

  @Override
  public void close() {
    elector.close();
    terms.stopped();
  }
}
