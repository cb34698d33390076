package io.sluice.conformance;

/**
 * What came of one spec on one side.
 *
 * @param commit the last one that changed what is tested
 * @param spec its name in the suite
 * @param message first line of what the suite complains about; empty when it passed
 */
record Verdict(
    String commit, Side side, String spec, Outcome outcome, String message, double seconds) {
  boolean passed() {
    return outcome == Outcome.PASSED;
  }
}
