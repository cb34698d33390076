package io.sluice.bench.offload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Extended namespaces, each with a pod. */
record ManyNamespaces(int size) implements Axis {
  private static final long DEADLINE_SECONDS = 900;

  @Override
  public String name() {
    return "extended namespaces";
  }

  @Override
  public void grow(Site site, int step) throws IOException {
    List<String> names = new ArrayList<>(List.of(Site.EXTENDED));
    StringBuilder fresh = new StringBuilder();
    for (int i = 0; i < size * step / STEPS; i++) {
      names.add("load-" + i);
      if (i >= size * (step - 1) / STEPS) {
        fresh.append(Burst.deployment(Burst.Kind.OFFLOADED, "load-" + i, "one", 1)).append("---\n");
      }
    }
    site.extend(names.toArray(String[]::new));
    Site.apply(site.home, fresh.toString());
    try (Followed all = new Followed(site.home, "/api/v1/pods")) {
      int wanted = size * step / STEPS;
      Until.holds(wanted + " pods run", DEADLINE_SECONDS, () -> all.readyNamed("one-") >= wanted);
    }
  }

  @Override
  public void shrink(Site site) throws IOException {
    for (int i = 0; i < size; i++) {
      site.home
          .kubectl("delete", "deployment", "one", "-n", "load-" + i, "--wait=false")
          .outOrThrow();
    }
    Until.holds(
        "pods of all namespaces are gone",
        DEADLINE_SECONDS,
        () -> site.away.kubectl("get", "pods", "-A", "-l", "app=one", "-o=name").out().isBlank());
    site.extend(Site.EXTENDED);
  }
}
