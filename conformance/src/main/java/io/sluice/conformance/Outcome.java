package io.sluice.conformance;

/** What the suite says of a spec. */
enum Outcome {
  PASSED,
  FAILED,
  SKIPPED
}
