package io.sluice.bench.pure;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.translate.Outcome;
import io.sluice.translate.net.AddressMap;
import io.sluice.translate.pod.status.Around;
import io.sluice.translate.pod.status.StatusBack;
import io.sluice.translate.pod.twin.PodTwin;
import io.sluice.translate.pod.twin.Route;
import io.sluice.translate.pod.twin.Twin;
import io.sluice.translate.pod.twin.TwinContext;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A pod with two containers and four volumes, as an application in production has them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EveryPod {
  private static final String SEEN = "10.71.3.9";

  private final Pod local = pod();
  private final Pod remote = pod();
  private final TwinContext context =
      TwinContext.plain(new Route("home", "away", "liqo-away", "shop"));
  private final StatusBack.View view =
      new StatusBack.View(local, null, remote, StatusBack.Memory.NOTHING, Optional.empty());
  private final AddressMap addresses = new AddressMap(ranges(), List.of());
  private final Around around =
      new Around(true, Optional::of, List.of("10.0.0.7"), Instant.parse("2026-01-01T00:01:00Z"));

  private static List<AddressMap.Range> ranges() {
    return switch (AddressMap.ranges(
        List.of("10.200.0.0/16", "fd00:1::/48"), List.of("10.71.0.0/16", "fd00:2::/48"))) {
      case Outcome.Ok<List<AddressMap.Range>>(var ranges) -> ranges;
      case Outcome.Failed<List<AddressMap.Range>>(var why) -> throw new IllegalStateException(why);
    };
  }

  private static Pod pod() {
    try (InputStream json = EveryPod.class.getResourceAsStream("pod.json")) {
      return new ObjectMapper().readValue(Objects.requireNonNull(json), Pod.class);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The local pod as the provider shall have it. */
  @Benchmark
  public Twin translates() {
    return PodTwin.of(local, context);
  }

  /** Whether the status at home is right already. */
  @Benchmark
  public Optional<Map<String, Object>> compares() {
    return StatusBack.patch(view, around);
  }

  /** An address of the provider as it is seen at home. */
  @Benchmark
  public boolean remaps() {
    return addresses.translate("10.200.3.9").equals(Outcome.ok(SEEN));
  }
}
