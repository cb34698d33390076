package io.sluice.bench.offload;

import io.sluice.testbed.audit.AuditEvent;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import java.io.IOException;

/** A kubelet without pods: from its start until its node is ready, and what it holds then. */
record ColdStart() implements Scenario {
  private static final String SECOND = "bench-second";

  @Override
  public void run(Site site, Report report) throws IOException {
    site.stopKubelet();
    // A node that is still ready from before would answer at once.
    site.home.kubectl("delete", "node", Site.NODE).outOrThrow();
    AuditLog.Mark atHome = site.home.audit().mark();
    AuditLog.Mark atAway = site.away.audit().mark();
    long begin = System.nanoTime();
    try (Followed nodes = Followed.nodes(site.home)) {
      site.startKubelet();
      Until.holds("the node is ready", 60, () -> nodes.ready(Site.NODE));
      report.add(Figure.of("cold_start_s", "s", 3, Burst.seconds(begin, System.nanoTime())));
      report.add(Figure.of("cold_start_cpu_s", "s", 2, site.kubelet().cpuSeconds()));
    }
    // One pod to its end: only then is every watch there that a first namespace needs.
    Burst.run(site, Burst.Kind.OFFLOADED, "one", 1);
    double first = watches(site, atHome, atAway);
    report.add(Figure.of("watches.first_namespace", "watches", 6, first));
    report.add(Figure.of("memory.kubelet.idle_pss_mb", "MB", 110, site.kubelet().pssMegabytes()));
    report.add(Figure.of("memory.manager.idle_pss_mb", "MB", NONE, site.manager().pssMegabytes()));
    AuditLog.Mark homeAgain = site.home.audit().mark();
    AuditLog.Mark awayAgain = site.away.audit().mark();
    site.extend(Site.EXTENDED, SECOND);
    Until.pause(3000);
    double idle = watches(site, homeAgain, awayAgain);
    report.add(Figure.of("watches.per_idle_namespace", "watches", NONE, idle));
    Burst.run(site, Burst.Kind.OFFLOADED, SECOND, "another", 1);
    report.add(
        Figure.of("watches.per_namespace", "watches", 3, watches(site, homeAgain, awayAgain)));
    site.extend(Site.EXTENDED);
  }

  /** What is watched in both clusters; one that was broken off and begun anew counts once. */
  private static double watches(Site site, AuditLog.Mark home, AuditLog.Mark away) {
    return watched(site.home.audit().since(home).by(Site.KUBELET))
        + watched(site.away.audit().since(away).by(Site.CONSUMER));
  }

  static double watched(Requests requests) {
    return requests.verb("watch").stream().map(ColdStart::collection).distinct().count();
  }

  /** The same kind may be watched twice, by different selectors. */
  private static String collection(AuditEvent watch) {
    return watch.target().uri().replaceAll("(resourceVersion|timeoutSeconds)=[^&]*", "");
  }
}
