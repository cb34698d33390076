package io.sluice.bench.offload;

import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import java.io.IOException;
import java.time.Duration;

/** A cut of the link, what N standing pods cost, and a restart of the kubelet beside them. */
record Standing(int pods) implements Scenario {
  private static final long DEADLINE_SECONDS = 900;
  private static final Duration SETTLED = Duration.ofSeconds(75);
  private static final Duration CUT = Duration.ofSeconds(30);

  private static final int WARM = 1000;

  /** The target says how many heal. */
  private static final int CUT_OFF = 2000;

  @Override
  public void run(Site site, Report report) throws IOException {
    // Processes that have worked before: else what is compiled now would be counted as pods.
    Burst.run(site, Burst.Kind.OFFLOADED, "before", Math.min(pods, WARM));
    double kubelet = site.kubelet().pssMegabytes();
    double manager = site.manager().pssMegabytes();
    try (Followed local = Followed.pods(site.home, Site.EXTENDED)) {
      int some = Math.min(pods, CUT_OFF);
      Site.apply(site.home, Burst.deployment(Burst.Kind.OFFLOADED, "standing", some));
      Until.holds("standing pods run", DEADLINE_SECONDS, () -> local.running() == some);
      cut(site, report, local, some);
      site.home
          .kubectl("scale", "deployment", "standing", "-n", Site.EXTENDED, "--replicas=" + pods)
          .outOrThrow();
      Until.holds("all of them run", DEADLINE_SECONDS, () -> local.running() == pods);
      // Pods that stand still are packed when the next bookmark comes, which is every minute.
      Until.pause(SETTLED.toMillis());
      memory(report, "kubelet", kubelet, site.kubelet().pssMegabytes(), 12);
      memory(report, "manager", manager, site.manager().pssMegabytes(), NONE);
      restart(site, report, local);
      site.home
          .kubectl("delete", "deployment", "standing", "-n", Site.EXTENDED, "--wait=false")
          .outOrThrow();
      Until.holds("standing pods are gone", DEADLINE_SECONDS, () -> local.present() == 0);
    }
  }

  private void memory(Report report, String who, double idle, double full, double target) {
    String key = "memory." + who;
    report.add(Figure.of(key + ".at_n_pss_mb", "MB", NONE, full));
    report.add(Figure.of(key + ".kb_per_pod", "kB", target, (full - idle) * 1024 / pods));
  }

  private void restart(Site site, Report report, Followed local) throws IOException {
    site.stopKubelet();
    AuditLog.Mark atHome = site.home.audit().mark();
    AuditLog.Mark atAway = site.away.audit().mark();
    long begin = System.nanoTime();
    site.startKubelet();
    // In sync when a pod that is made now runs: it waits behind everything that came before.
    Site.apply(site.home, Burst.deployment(Burst.Kind.OFFLOADED, "probe", 1));
    Until.holds("a pod runs after the restart", 300, () -> local.running() > pods);
    report.add(Figure.of("restart_resync_s", "s", 10, Burst.seconds(begin, System.nanoTime())));
    long writes =
        writes(site.home.audit().since(atHome).by(Site.KUBELET).in(Site.EXTENDED).writes())
            + writes(site.away.audit().since(atAway).by(Site.CONSUMER).in(Site.EXTENDED).writes());
    report.add(Figure.of("restart_writes", "requests", 0, (double) writes));
    site.home
        .kubectl("delete", "deployment", "probe", "-n", Site.EXTENDED, "--wait=false")
        .outOrThrow();
    Until.holds("the probe is gone", 60, () -> local.present() == pods);
  }

  private static long writes(Requests requests) {
    return requests.stream().filter(event -> !event.name().startsWith("probe")).count();
  }

  /** Both sides agree again when every pod is shown ready; nobody but the link has changed any. */
  private static void cut(Site site, Report report, Followed local, int pods) {
    AuditLog.Mark mark = site.home.audit().mark();
    site.link.cut();
    Until.pause(CUT.toMillis());
    Until.holds("no pod is shown ready", 60, () -> local.ready() == 0);
    long shown = statusWrites(site, mark);
    site.link.heal();
    long begin = System.nanoTime();
    Until.holds("all pods are shown ready", 120, () -> local.ready() == pods);
    report.add(Figure.of("partition_heal_s", "s", 10, Burst.seconds(begin, System.nanoTime())));
    double healing = (double) (statusWrites(site, mark) - shown) / pods;
    report.add(Figure.of("partition_writes_per_pod", "requests", 1, healing));
  }

  private static long statusWrites(Site site, AuditLog.Mark mark) {
    return site.home.audit().since(mark).by(Site.KUBELET).resource("pods/status").count();
  }
}
