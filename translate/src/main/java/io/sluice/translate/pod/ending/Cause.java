package io.sluice.translate.pod.ending;

/** Who takes a pod away. */
public enum Cause {
  DELETED("it was deleted"),
  EVICTED("it was evicted"),
  PREEMPTED("a pod of higher priority took its place"),
  TAINTED("a taint drove it off its node"),
  PRESSURE("its node ran out of resources"),
  SHUTDOWN("its node shut down"),
  NODE_GONE("its node is gone"),
  NOT_ADMITTED("its node did not admit it");

  private final String sentence;

  Cause(String sentence) {
    this.sentence = sentence;
  }

  @Override
  public String toString() {
    return sentence;
  }
}
