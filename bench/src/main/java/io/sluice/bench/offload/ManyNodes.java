package io.sluice.bench.offload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Virtual nodes over the same provider, each with a process of its own. */
record ManyNodes(int size, List<Program> more) implements Axis {
  ManyNodes(int size) {
    this(size, new ArrayList<>());
  }

  @Override
  public String name() {
    return "virtual nodes";
  }

  @Override
  public void grow(Site site, int step) throws IOException {
    try (Followed nodes = Followed.nodes(site.home)) {
      while (more.size() + 1 < size * step / STEPS) {
        int i = more.size();
        more.add(site.another(i));
        Until.holds("node " + i + " is ready", 300, () -> nodes.ready(Site.NODE + "-" + i));
      }
    }
  }

  @Override
  public void shrink(Site site) {
    more.forEach(Program::close);
    for (int i = 0; i < more.size(); i++) {
      site.home.kubectl("delete", "node", Site.NODE + "-" + i, "--ignore-not-found");
    }
    more.clear();
  }
}
