package io.sluice.kubelet.node;

/**
 * Whether the provider counts as reachable: it is given up after a number of failures in a row and
 * taken back at the first answer (D-11).
 */
final class Pulse {
  private final int limit;
  private int failures;

  Pulse(int limit) {
    this.limit = limit;
  }

  /** Notes one answer or its absence; true when reachability just changed. */
  boolean beat(boolean answered) {
    boolean before = reachable();
    failures = answered ? 0 : Math.min(limit, failures + 1);
    return before != reachable();
  }

  boolean reachable() {
    return failures < limit;
  }

  int failures() {
    return failures;
  }
}
