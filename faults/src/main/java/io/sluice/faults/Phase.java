package io.sluice.faults;

/** What a pod goes through while a fault is on. */
enum Phase {
  /** It is created. */
  CREATE,
  /** It runs, and nobody touches it. */
  RUN,
  /** Its container ends with an exit code. */
  FINISH,
  /** It is deleted. */
  DELETE
}
