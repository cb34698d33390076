package io.sluice.bench.offload;

import java.io.IOException;

/** Virtual nodes over the same provider, each with a process of its own. */
record ManyNodes(int size, MoreNodes more) implements Axis {
  ManyNodes(int size) {
    this(size, new MoreNodes());
  }

  @Override
  public String name() {
    return "virtual nodes";
  }

  @Override
  public void grow(Site site, int step) throws IOException {
    more.growTo(site, size * step / STEPS);
  }

  @Override
  public void shrink(Site site) {
    more.remove(site);
  }
}
