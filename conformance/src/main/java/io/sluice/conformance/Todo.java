package io.sluice.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which specs are still to be run, in which order, given all verdicts so far. */
record Todo(List<Verdict> verdicts, String commit) {
  /**
   * The base line does not depend on us; a failure there may be the machine's, so it is confirmed.
   */
  private static final int CONFIRMED = 2;

  List<Spec> of(Side side, List<Spec> wanted) {
    return switch (side) {
      case BASE -> wanted.stream().filter(spec -> !settled(spec)).toList();
      case VIRTUAL -> virtual(wanted);
    };
  }

  /** What fails without us says nothing about us; then new ones first, then those that failed. */
  private List<Spec> virtual(List<Spec> wanted) {
    Map<String, Verdict> base = latest(Side.BASE);
    Map<String, Verdict> virtual = latest(Side.VIRTUAL);
    List<Spec> open = new ArrayList<>();
    for (Spec spec : wanted) {
      Verdict there = base.get(spec.name());
      Verdict here = virtual.get(spec.name());
      boolean counts = there == null || there.passed();
      if (counts && (here == null || !here.commit().equals(commit))) {
        open.add(spec);
      }
    }
    open.sort(Comparator.comparingInt(spec -> rank(virtual.get(spec.name()))));
    return open;
  }

  private static int rank(@Nullable Verdict last) {
    if (last == null) {
      return 0;
    }
    return last.passed() ? 2 : 1;
  }

  private boolean settled(Spec spec) {
    List<Verdict> found =
        verdicts.stream()
            .filter(it -> it.side() == Side.BASE && it.spec().equals(spec.name()))
            .toList();
    return found.stream().anyMatch(it -> it.outcome() != Outcome.FAILED)
        || found.size() >= CONFIRMED;
  }

  private Map<String, Verdict> latest(Side side) {
    Map<String, Verdict> latest = new HashMap<>();
    verdicts.stream().filter(it -> it.side() == side).forEach(it -> latest.put(it.spec(), it));
    return latest;
  }
}
