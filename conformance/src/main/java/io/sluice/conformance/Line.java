package io.sluice.conformance;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one spec: the latest verdict of each side.
 *
 * @param base null: not run yet
 * @param virtual null: not run yet
 */
record Line(Spec spec, @Nullable Verdict base, @Nullable Verdict virtual) {

  static List<Line> of(List<Spec> specs, List<Verdict> verdicts) {
    Map<String, Verdict> base = new HashMap<>();
    Map<String, Verdict> virtual = new HashMap<>();
    for (Verdict verdict : verdicts) {
      switch (verdict.side()) {
        // What passed once can pass: a later failure is the machine's.
        case BASE -> base.merge(verdict.spec(), verdict, (old, late) -> old.passed() ? old : late);
        case VIRTUAL -> virtual.put(verdict.spec(), verdict);
      }
    }
    return specs.stream()
        .map(spec -> new Line(spec, base.get(spec.name()), virtual.get(spec.name())))
        .toList();
  }

  /** What a spec means for the score. */
  enum State {
    PASSED,
    FAILED,
    /** It fails for a reason that is known; a success needs no excuse. */
    BY_DESIGN,
    /** It does not pass on the base line: the bed's fault, not ours. */
    NOT_COUNTED,
    NOT_RUN
  }

  State state() {
    if (base != null && !base.passed()) {
      return State.NOT_COUNTED;
    }
    if (base == null || virtual == null) {
      return State.NOT_RUN;
    }
    if (virtual.passed()) {
      return State.PASSED;
    }
    // Skipped is failed: it is not skipped on the base line.
    return spec.reason().isEmpty() ? State.FAILED : State.BY_DESIGN;
  }
}
