package io.sluice.bench.offload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** N pods at once: plain in one cluster, plain in both, offloaded; in turn, several rounds. */
record Bursts(int pods, int rounds) implements Scenario {
  /** A round whose plain burst is further off than this from the median says nothing. */
  private static final double DRIFT = 0.15;

  /** One round: the three bursts and what the offloaded one cost our processes. */
  private record Round(
      Burst single, Burst twice, Burst offloaded, double kubeletCpu, double managerCpu) {
    double cpu() {
      return kubeletCpu + managerCpu;
    }
  }

  @Override
  public void run(Site site, Report report) throws IOException {
    double first = first(site);
    List<Round> all = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      all.add(round(site, i));
    }
    List<Round> kept = undrifted(all);
    report.say("rounds thrown away because plain bursts drifted", all.size() - kept.size());
    ratios(report, kept);
    costs(report, kept, first);
    Map<String, List<Double>> plot = new LinkedHashMap<>();
    plot.put("single", kept.stream().map(r -> r.single().runningSeconds()).toList());
    plot.put("double", kept.stream().map(r -> r.twice().runningSeconds()).toList());
    plot.put("offloaded", kept.stream().map(r -> r.offloaded().runningSeconds()).toList());
    report.plot("bursts", Plot.bars(pods + " pods until all run", "s", plot));
  }

  /** CPU seconds per pod of the first burst of fresh processes, whose code is not compiled yet. */
  private double first(Site site) throws IOException {
    double before = site.cpuSeconds();
    Burst.run(site, Burst.Kind.OFFLOADED, "first", pods);
    return (site.cpuSeconds() - before) / pods;
  }

  /** In turn, and the other way round in every second round, so that drift falls on all alike. */
  private Round round(Site site, int i) throws IOException {
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

  private static List<Round> undrifted(List<Round> all) {
    double usual =
        Figure.percentile(all.stream().map(r -> r.twice().runningSeconds()).toList(), 50);
    return all.stream()
        .filter(r -> Math.abs(r.twice().runningSeconds() / usual - 1) <= DRIFT)
        .toList();
  }

  private static void ratios(Report report, List<Round> kept) {
    report.add(
        figure(
            "burst_ratio_double",
            1.6,
            kept,
            r -> r.offloaded().runningSeconds() / r.twice().runningSeconds()));
    report.add(
        figure(
            "burst_ratio_single",
            3.2,
            kept,
            r -> r.offloaded().runningSeconds() / r.single().runningSeconds()));
    report.add(
        figure(
            "delete_ratio_double",
            1.6,
            kept,
            r -> r.offloaded().goneSeconds() / r.twice().goneSeconds()));
  }

  private static Figure figure(
      String key, double target, List<Round> rounds, ToDoubleFunction<Round> value) {
    return new Figure(key, "ratio", rounds.stream().mapToDouble(value).boxed().toList(), target);
  }

  private void costs(Report report, List<Round> kept, double first) {
    cost(report, "kubelet", NONE, kept, Round::kubeletCpu);
    cost(report, "manager", NONE, kept, Round::managerCpu);
    Figure both = cost(report, "both", 4, kept, Round::cpu);
    report.add(Figure.of("first_burst_tax", "ratio", 2, first * PER_THOUSAND / both.median()));
  }

  private Figure cost(
      Report report, String who, double target, List<Round> kept, ToDoubleFunction<Round> cpu) {
    List<Double> samples =
        kept.stream().map(r -> cpu.applyAsDouble(r) / pods * PER_THOUSAND).toList();
    Figure figure = new Figure("cpu_s_per_1000_pods." + who, "s", samples, target);
    report.add(figure);
    return figure;
  }
}
