package io.sluice.translate.metrics;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What all containers of a virtual node have used since its kubelet was started. It never goes back
 * (T-38): a sum over those that run now would, each time one of them ends.
 *
 * @param known what each container that may still run has been charged with
 * @param seconds all of it, of those that are gone too
 */
public record CpuMeter(Map<Life, Double> known, double seconds) {
  public static final CpuMeter ZERO = new CpuMeter(Map.of(), 0);

  /**
   * One life of a container: a restart begins at nothing again.
   *
   * @param begun in seconds since the epoch
   */
  public record Life(String podUid, String container, long begun) {}

  /** What a container has used in this life. */
  public record Use(Life life, double seconds) {}

  public CpuMeter {
    known = Map.copyOf(known);
  }

  /** Two readers may bring news in the wrong order: the older one changes nothing. */
  public CpuMeter after(Collection<Use> uses) {
    Map<Life, Double> now = new HashMap<>(known);
    double more = 0;
    for (Use use : uses) {
      double before = now.getOrDefault(use.life(), 0.0);
      if (use.seconds() > before) {
        now.put(use.life(), use.seconds());
        more += use.seconds() - before;
      }
    }
    return new CpuMeter(now, seconds + more);
  }

  /** Forgets the containers of other pods, though not what they used. */
  public CpuMeter only(Set<String> podUids) {
    Map<Life, Double> left = new HashMap<>(known);
    left.keySet().removeIf(life -> !podUids.contains(life.podUid()));
    return new CpuMeter(left, seconds);
  }
}
