package io.sluice.manager.provider.sharing;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.engine.kube.Kind;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Demand;
import io.sluice.translate.share.Lending;
import io.sluice.translate.share.Pool;
import io.sluice.translate.share.Supply;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** D-15 judged from a history: Σ promised ≤ max(pool, Σ used), except 2 s after that shrank. */
final class Audit {
  private static final Duration GRACE = Duration.ofSeconds(2).plusMillis(500);

  private final Map<Object, HasMetadata> world = new HashMap<>();
  private final Map<String, BigDecimal> bounds = new HashMap<>();
  private final Map<String, Instant> shrank = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private int strict;

  Audit(List<History.Change> history) {
    for (History.Change change : history) {
      take(change);
      judge(change);
    }
  }

  List<String> violations() {
    return violations;
  }

  /** How many steps were judged without the grace; zero would mean that nothing was tested. */
  int strictSteps() {
    return strict;
  }

  private void take(History.Change change) {
    List<Object> key = List.of(change.kind(), change.ref());
    if (change.now() == null) {
      world.remove(key);
    } else {
      world.put(key, change.now());
    }
  }

  private void judge(History.Change change) {
    Amounts bound = bound();
    Amounts promised =
        all(ResourceSlice.class).stream().map(Audit::promised).reduce(Amounts.NONE, Amounts::plus);
    Set<String> names = new TreeSet<>(promised.names());
    for (String name : names) {
      BigDecimal before = bounds.put(name, bound.get(name));
      if (before != null && bound.get(name).compareTo(before) < 0) {
        shrank.put(name, change.seen());
      }
      @Nullable Instant since = shrank.get(name);
      boolean excused = since != null && change.seen().isBefore(since.plus(GRACE));
      strict += excused ? 0 : 1;
      if (!excused && promised.get(name).compareTo(bound.get(name)) > 0) {
        violations.add(
            "%s at %d: %s promised, %s there, after %s %s"
                .formatted(
                    name,
                    change.version(),
                    promised.get(name),
                    bound.get(name),
                    change.kind(),
                    change.ref()));
      }
    }
  }

  private Amounts bound() {
    Set<String> counted = new TreeSet<>();
    Amounts allocatable = Amounts.NONE;
    for (Node node : all(Node.class)) {
      if (Supply.counts(node)) {
        counted.add(node.getMetadata().getName());
        allocatable = allocatable.plus(Amounts.ofValid(node.getStatus().getAllocatable()));
      }
    }
    Amounts own = Amounts.NONE;
    Amounts used = Amounts.NONE;
    for (Pod pod : all(Pod.class)) {
      if (Supply.holds(pod) && Supply.consumer(pod).isPresent()) {
        used = used.plus(Demand.of(pod));
      } else if (Supply.holds(pod) && counted.contains(pod.getSpec().getNodeName())) {
        own = own.plus(Demand.of(pod));
      }
    }
    return Pool.of(allocatable, own, Lending.DEFAULT).amounts().max(used);
  }

  private static Amounts promised(ResourceSlice slice) {
    return slice.getStatus() == null
        ? Amounts.NONE
        : Amounts.ofValid(slice.getStatus().resources());
  }

  private <T extends HasMetadata> List<T> all(Class<T> type) {
    return world.entrySet().stream()
        .filter(entry -> ((List<?>) entry.getKey()).getFirst().equals(Kind.of(type)))
        .map(entry -> type.cast(entry.getValue()))
        .collect(Collectors.toList());
  }
}
