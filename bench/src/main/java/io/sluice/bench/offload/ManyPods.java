package io.sluice.bench.offload;

import java.io.IOException;

/** Pods that stand on one virtual node. */
record ManyPods(int size) implements Axis {
  private static final long DEADLINE_SECONDS = 1800;

  @Override
  public String name() {
    return "pods on a virtual node";
  }

  @Override
  public void grow(Site site, int step) throws IOException {
    int pods = size * step / STEPS - size * (step - 1) / STEPS;
    try (Followed local = Followed.pods(site.home, Site.EXTENDED)) {
      int before = size * (step - 1) / STEPS;
      Site.apply(site.home, Burst.deployment(Burst.Kind.OFFLOADED, "many-" + step, pods));
      Until.holds(
          before + pods + " pods run", DEADLINE_SECONDS, () -> local.ready() >= before + pods);
    }
  }

  @Override
  public void shrink(Site site) {
    try (Followed local = Followed.pods(site.home, Site.EXTENDED)) {
      site.home
          .kubectl("delete", "deployments", "--all", "-n", Site.EXTENDED, "--wait=false")
          .outOrThrow();
      Until.holds("pods are gone", DEADLINE_SECONDS, () -> local.seen() && local.present() == 0);
    }
  }
}
