package io.sluice.bench.offload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Virtual nodes beside the first, over the same provider, each with a process of its own. */
final class MoreNodes {
  private static final long DEADLINE_SECONDS = 300;

  private final List<Program> programs = new ArrayList<>();

  /** Starts one after the other until there are so many with the first. */
  void growTo(Site site, int size) throws IOException {
    try (Followed nodes = Followed.nodes(site.home)) {
      while (programs.size() + 1 < size) {
        int i = programs.size();
        programs.add(site.another(i));
        Until.holds("node " + i + " is ready", DEADLINE_SECONDS, () -> nodes.ready(name(i)));
      }
    }
  }

  List<Program> programs() {
    return List.copyOf(programs);
  }

  void remove(Site site) {
    programs.forEach(Program::close);
    for (int i = 0; i < programs.size(); i++) {
      site.home.kubectl("delete", "node", name(i), "--ignore-not-found");
    }
    programs.clear();
  }

  private static String name(int i) {
    return Site.NODE + "-" + i;
  }
}
