package io.sluice.translate.pod.twin;

/** What the border does with a field of the pod (D-7). */
public enum Verdict {
  /** Sent as it is. */
  PASSED("passed"),
  /** Sent with another value. */
  TRANSLATED("translated"),
  /** The pod is not offloaded while it is set. */
  REFUSED("refused"),
  /** Used at home and not sent. */
  CONSUMED("consumed");

  private final String word;

  Verdict(String word) {
    this.word = word;
  }

  @Override
  public String toString() {
    return word;
  }
}
