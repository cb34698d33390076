package io.sluice.bench.offload;

import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.net.Direction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The scenarios one after the other; what they find goes into the report. */
final class Course {
  private static final double NONE = Double.NaN;

  /** A round whose plain burst is further off than this from the median says nothing. */
  private static final double DRIFT = 0.15;

  private static final int PAIRS = 20;
  private static final Duration HALF_TRIP = Duration.ofMillis(50);
  private static final double PERMILLE = 1000.0;

  private final Site site;
  private final Report report;
  private final int pods;
  private final int rounds;

  /** One round: the three bursts and what the offloaded one cost our processes. */
  private record Round(
      Burst single, Burst twice, Burst offloaded, double kubeletCpu, double managerCpu) {}

  Course(Site site, Report report, int pods, int rounds) {
    this.site = site;
    this.report = report;
    this.pods = pods;
    this.rounds = rounds;
  }

  void run() throws IOException {
    idle();
    first();
    List<Round> all = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      all.add(round(i));
    }
    bursts(undrifted(all));
    requests();
    latency();
    standing();
    notMeasured();
  }

  private void idle() {
    report.add(Figure.of("memory.kubelet.idle_pss_mb", "MB", 110, site.kubelet().pssMegabytes()));
    report.add(Figure.of("memory.manager.idle_pss_mb", "MB", NONE, site.manager().pssMegabytes()));
  }

  private double firstCpuPerPod;

  /** The first burst of fresh processes: what the compiler has to do costs extra. */
  private void first() throws IOException {
    double before = site.kubelet().cpuSeconds() + site.manager().cpuSeconds();
    Burst.run(site, Burst.Kind.OFFLOADED, "first", pods);
    firstCpuPerPod = (site.kubelet().cpuSeconds() + site.manager().cpuSeconds() - before) / pods;
  }

  /** In turn, and the other way round in every second round, so that drift falls on all alike. */
  private Round round(int i) throws IOException {
    List<Burst.Kind> order = List.of(Burst.Kind.values());
    Map<Burst.Kind, Burst> found = new EnumMap<>(Burst.Kind.class);
    double kubelet = 0;
    double manager = 0;
    for (Burst.Kind kind : i % 2 == 1 ? order.reversed() : order) {
      double kubeletBefore = site.kubelet().cpuSeconds();
      double managerBefore = site.manager().cpuSeconds();
      String name = kind.name().toLowerCase(Locale.ROOT) + "-" + i;
      found.put(kind, Burst.run(site, kind, name, pods));
      if (kind == Burst.Kind.OFFLOADED) {
        kubelet = site.kubelet().cpuSeconds() - kubeletBefore;
        manager = site.manager().cpuSeconds() - managerBefore;
      }
    }
    return new Round(
        Objects.requireNonNull(found.get(Burst.Kind.SINGLE)),
        Objects.requireNonNull(found.get(Burst.Kind.DOUBLE)),
        Objects.requireNonNull(found.get(Burst.Kind.OFFLOADED)),
        kubelet,
        manager);
  }

  private List<Round> undrifted(List<Round> all) {
    double usual =
        Figure.percentile(all.stream().map(r -> r.twice().runningSeconds()).toList(), 50);
    List<Round> kept =
        all.stream()
            .filter(r -> Math.abs(r.twice().runningSeconds() / usual - 1) <= DRIFT)
            .toList();
    report.say("rounds thrown away because plain bursts drifted", all.size() - kept.size());
    return kept;
  }

  private void bursts(List<Round> kept) throws IOException {
    report.add(
        figure(
            "burst_ratio_double",
            "ratio",
            1.6,
            kept,
            r -> r.offloaded().runningSeconds() / r.twice().runningSeconds()));
    report.add(
        figure(
            "burst_ratio_single",
            "ratio",
            3.2,
            kept,
            r -> r.offloaded().runningSeconds() / r.single().runningSeconds()));
    report.add(
        figure(
            "delete_ratio_double",
            "ratio",
            1.6,
            kept,
            r -> r.offloaded().goneSeconds() / r.twice().goneSeconds()));
    report.add(
        figure(
            "cpu_s_per_1000_pods.kubelet", "s", NONE, kept, r -> r.kubeletCpu() / pods * PERMILLE));
    report.add(
        figure(
            "cpu_s_per_1000_pods.manager", "s", NONE, kept, r -> r.managerCpu() / pods * PERMILLE));
    Figure both =
        figure(
            "cpu_s_per_1000_pods.both",
            "s",
            4,
            kept,
            r -> (r.kubeletCpu() + r.managerCpu()) / pods * PERMILLE);
    report.add(both);
    report.add(Figure.of("first_burst_tax", "ratio", 2, firstCpuPerPod * PERMILLE / both.median()));
    Map<String, List<Double>> plot = new LinkedHashMap<>();
    plot.put("single", kept.stream().map(r -> r.single().runningSeconds()).toList());
    plot.put("double", kept.stream().map(r -> r.twice().runningSeconds()).toList());
    plot.put("offloaded", kept.stream().map(r -> r.offloaded().runningSeconds()).toList());
    plot("bursts", Plot.bars(pods + " pods until all run", "s", plot));
  }

  private static Figure figure(
      String key,
      String unit,
      double target,
      List<Round> rounds,
      java.util.function.ToDoubleFunction<Round> value) {
    return new Figure(key, unit, rounds.stream().mapToDouble(value).boxed().toList(), target);
  }

  /** Counts and bytes of one more burst: exact, so once is enough. */
  private void requests() throws IOException {
    long bytes = site.link.bytes(Direction.TO_SERVER) + site.link.bytes(Direction.FROM_SERVER);
    try (Tally tally = new Tally(site)) {
      Burst.run(site, Burst.Kind.OFFLOADED, "counted", pods);
      Until.holds("all of it is gone", 60, tally::gone);
      bytes = site.link.bytes(Direction.TO_SERVER) + site.link.bytes(Direction.FROM_SERVER) - bytes;
      Tally.PerPod found = tally.perPod(pods);
      report.add(count("kubelet_local", 2, found.kubeletLocal()));
      report.add(count("kubelet_remote", 2, found.kubeletRemote()));
      report.add(count("manager_provider", 2, found.managerProvider()));
      report.add(count("gets", 0, found.gets()));
      report.add(count("noops", 0, found.noops()));
      report.add(count("conflicts", 0, found.conflicts()));
      report.add(count("webhooks", 0, found.webhooks()));
      report.add(Figure.of("persisted_writes_per_pod", "writes", NONE, found.persistedWrites()));
      report.add(Figure.of("slow_pods", "share of pods", NONE, found.slow()));
    }
    report.add(Figure.of("wan_bytes_per_pod", "bytes", 40_000, (double) bytes / pods));
  }

  private static Figure count(String key, double budget, double found) {
    return Figure.of("requests_per_pod." + key, "requests", budget, found);
  }

  private void latency() throws IOException {
    Latency near = Latency.run(site, "near-", PAIRS);
    site.link.delay(HALF_TRIP);
    Latency far = Latency.run(site, "far-", PAIRS);
    site.link.delay(Duration.ZERO);
    for (int percent : new int[] {50, 99}) {
      report.add(
          Figure.of(
              "added_latency_ms.p" + percent,
              "ms",
              percent == 50 ? 60 : 250,
              Figure.percentile(near.offloadedMillis(), percent)
                  - Figure.percentile(near.plainMillis(), percent)));
    }
    double trip = 2 * HALF_TRIP.toMillis();
    double slower =
        (Figure.percentile(far.offloadedMillis(), 50) - Figure.percentile(far.plainMillis(), 50))
            - (Figure.percentile(near.offloadedMillis(), 50)
                - Figure.percentile(near.plainMillis(), 50));
    report.add(Figure.of("latency_per_rtt", "ratio", 1.3, slower / trip));
    Map<String, List<Double>> plot = new LinkedHashMap<>();
    plot.put("plain", near.plainMillis());
    plot.put("offloaded", near.offloadedMillis());
    plot.put("offloaded, RTT 100 ms", far.offloadedMillis());
    plot("latency", Plot.bars("from POST to Running, 2 pods/s", "ms", plot));
  }

  /** What N standing pods cost, a restart beside them, and a cut of the link. */
  private void standing() throws IOException {
    double idle = site.kubelet().pssMegabytes();
    double managerIdle = site.manager().pssMegabytes();
    try (Followed local = Followed.pods(site.home, Site.EXTENDED)) {
      Site.apply(site.home, Burst.deployment(Burst.Kind.OFFLOADED, "standing", pods));
      Until.holds("standing pods run", 900, () -> local.running() == pods);
      memory("kubelet", idle, site.kubelet().pssMegabytes(), 12);
      memory("manager", managerIdle, site.manager().pssMegabytes(), NONE);
      restart();
      cut();
      site.home
          .kubectl("delete", "deployment", "standing", "-n", Site.EXTENDED, "--wait=false")
          .outOrThrow();
      Until.holds("standing pods are gone", 900, () -> local.present() == 0);
    }
  }

  private void memory(String who, double idle, double full, double target) {
    report.add(Figure.of("memory." + who + ".at_n_pss_mb", "MB", NONE, full));
    report.add(
        Figure.of("memory." + who + ".kb_per_pod", "kB", target, (full - idle) * 1024 / pods));
  }

  private void restart() throws IOException {
    site.stopKubelet();
    AuditLog.Mark atHome = site.home.audit().mark();
    AuditLog.Mark atAway = site.away.audit().mark();
    long begin = System.nanoTime();
    site.startKubelet();
    // In sync when a pod that is made now runs: it waits behind everything that came before.
    try (Followed local = Followed.pods(site.home, Site.EXTENDED)) {
      int before = local.running();
      Site.apply(site.home, Burst.deployment(Burst.Kind.OFFLOADED, "probe", 1));
      Until.holds(
          "a pod runs after the restart", 300, () -> local.running() > Math.max(before, pods));
      report.add(Figure.of("restart_resync_s", "s", 10, Burst.seconds(begin, System.nanoTime())));
    }
    report.add(Figure.of("cold_start_cpu_s", "s", 2, site.kubelet().cpuSeconds()));
    long writes =
        site.home.audit().since(atHome).by(Site.KUBELET).in(Site.EXTENDED).writes().stream()
                .filter(event -> !event.name().startsWith("probe"))
                .count()
            + site.away.audit().since(atAway).by(Site.CONSUMER).in(Site.EXTENDED).writes().stream()
                .filter(event -> !event.name().startsWith("probe"))
                .count();
    report.add(Figure.of("restart_writes", "requests", 0, (double) writes));
    watches(atHome, atAway);
    site.home
        .kubectl("delete", "deployment", "probe", "-n", Site.EXTENDED, "--wait=false")
        .outOrThrow();
  }

  private void watches(AuditLog.Mark atHome, AuditLog.Mark atAway) {
    double count =
        site.home.audit().since(atHome).by(Site.KUBELET).verb("watch").count()
            + site.away.audit().since(atAway).by(Site.CONSUMER).verb("watch").count();
    report.add(Figure.of("watches.first_namespace", "watches", 6, count));
  }

  private void cut() {
    AuditLog.Mark mark = site.home.audit().mark();
    site.link.cut();
    site.awaitNode("False");
    Until.pause(Duration.ofSeconds(20).toMillis());
    site.link.heal();
    long begin = System.nanoTime();
    site.awaitReady();
    report.add(Figure.of("partition_heal_s", "s", 10, Burst.seconds(begin, System.nanoTime())));
    long writes = site.home.audit().since(mark).by(Site.KUBELET).resource("pods/status").count();
    report.add(Figure.of("partition_writes_per_pod", "requests", NONE, (double) writes / pods));
  }

  private void notMeasured() {
    report.notMeasured("endpoint_exposition_ratio", "this course makes no Services yet");
    report.notMeasured(
        "stream_cpu_ms_per_mb", "measured for the choice of the HTTP stack: docs/adr/0001");
    report.notMeasured("watches.per_namespace", "the course extends one namespace");
    report.notMeasured("cold_start_s", "part of restart_resync_s, which waits for a pod as well");
  }

  private static void plot(String name, String svg) throws IOException {
    Path folder = Path.of("docs", "benchmarks");
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(name + ".svg"), svg);
  }
}
