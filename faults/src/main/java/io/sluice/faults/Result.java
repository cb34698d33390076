package io.sluice.faults;

import java.util.List;

/**
 * What came of one fault.
 *
 * @param commit what was tested
 * @param hits the phases in which a pod was when it happened
 * @param agreedMillis from the end of the fault until both sides agreed; -1: never
 */
record Result(
    String commit,
    long seed,
    int run,
    Fault fault,
    List<Phase> hits,
    long agreedMillis,
    List<String> violations) {
  Result {
    hits = List.copyOf(hits);
    violations = List.copyOf(violations);
  }
}
