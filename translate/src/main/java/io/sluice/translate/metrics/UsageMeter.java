package io.sluice.translate.metrics;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.translate.share.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What {@code metrics.k8s.io} says of pods, as the counters of a kubelet (§2.9, App. B). Where
 * nothing of Sluice runs, rates are all that a user may read; they are added up from the first one
 * on.
 *
 * @param known what each container has been charged with
 */
public record UsageMeter(Map<Box, Charge> known) {
  public static final UsageMeter ZERO = new UsageMeter(Map.of());

  /** A reader takes a counter that is nothing for one that was not measured yet (T-38). */
  private static final double LEAST = 1e-6;

  /** A pod at home. */
  public record Local(PodName name, String uid) {}

  /** A container of a pod at home. */
  public record Box(String podUid, String name) {}

  /** Seconds that were used up to some time. */
  public record Charge(double seconds, Instant until) {}

  /**
   * One container, as it was measured.
   *
   * @param pod in local names
   * @param window that the rate is the mean of
   */
  public record Usage(PodName pod, Box box, Instant at, Duration window, Amounts used) {
    private double cores() {
      return used.get("cpu").doubleValue();
    }

    private double bytes() {
      return used.get("memory").doubleValue();
    }
  }

  /** What is shown, and the meter to go on with. */
  public record Shown(Exposition metrics, UsageMeter meter) {}

  public UsageMeter {
    known = Map.copyOf(known);
  }

  /**
   * Every container of our pods.
   *
   * @param measured a PodMetricsList
   * @param pods ours by their names there
   */
  public static List<Usage> of(Map<String, Object> measured, Map<String, Local> pods) {
    List<Usage> usages = new ArrayList<>();
    for (Map<String, Object> item : Tree.list(measured.get("items"))) {
      Local pod = pods.get(Tree.text(Tree.map(item.get("metadata")).get("name")));
      if (pod != null) {
        usages.addAll(containers(pod, item));
      }
    }
    return usages;
  }

  private static List<Usage> containers(Local pod, Map<String, Object> measured) {
    List<Usage> usages = new ArrayList<>();
    try {
      Instant at = Instant.parse(Tree.text(measured.get("timestamp")));
      Duration window = Duration.parse("PT" + Tree.text(measured.get("window")));
      for (Map<String, Object> container : Tree.list(measured.get("containers"))) {
        Map<String, Quantity> quantities = new HashMap<>();
        Tree.map(container.get("usage"))
            .forEach((name, value) -> quantities.put(name, new Quantity(Tree.text(value))));
        Box box = new Box(pod.uid(), Tree.text(container.get("name")));
        usages.add(new Usage(pod.name(), box, at, window, Amounts.ofValid(quantities)));
      }
    } catch (DateTimeParseException e) {
      return List.of(); // half a measurement is none
    }
    return usages;
  }

  /** A rate holds for the time since the one before, or for its own window. */
  public Shown after(Collection<Usage> usages) {
    Map<Box, Charge> now = new HashMap<>(known);
    Exposition metrics = Exposition.NOTHING;
    for (Usage usage : usages) {
      Charge charge = charge(usage);
      now.put(usage.box(), charge);
      metrics = metrics.plus(lines(usage, charge));
    }
    return new Shown(metrics, new UsageMeter(now));
  }

  private Charge charge(Usage usage) {
    Charge before = known.get(usage.box());
    if (before == null) {
      double first = usage.cores() * seconds(usage.window());
      return new Charge(Math.max(LEAST, first), usage.at());
    }
    Duration since = Duration.between(before.until(), usage.at());
    return since.isPositive()
        ? new Charge(before.seconds() + usage.cores() * seconds(since), usage.at())
        : before;
  }

  /** Forgets the containers of other pods. */
  public UsageMeter only(Set<String> podUids) {
    Map<Box, Charge> left = new HashMap<>(known);
    left.keySet().removeIf(box -> !podUids.contains(box.podUid()));
    return new UsageMeter(left);
  }

  private static Exposition lines(Usage usage, Charge charge) {
    return line(ResourceMetrics.CONTAINER_CPU, "counter", usage, charge.seconds())
        .plus(line(ResourceMetrics.CONTAINER_MEMORY, "gauge", usage, usage.bytes()));
  }

  private static Exposition line(String name, String type, Usage usage, double value) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(Sample.CONTAINER, usage.box().name());
    labels.put(Sample.NAMESPACE, usage.pod().namespace());
    labels.put(Sample.POD, usage.pod().name());
    return Exposition.of(
        name,
        type,
        "Added up from what the provider's metrics-server says",
        new Sample(name, labels, ResourceMetrics.text(value), usage.at().toEpochMilli()));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
