package io.sluice.cli.explain;

/**
 * One link of a pod's way.
 *
 * @param time when it was reached, as the cluster says it; empty when it was not
 * @param actor who does it
 */
public record Link(String name, State state, String time, String actor, String detail) {

  /** How far it is. */
  public enum State {
    DONE,
    WAITING,
    FAILED,
    UNKNOWN
  }

  static Link done(String name, String time, String actor, String detail) {
    return new Link(name, State.DONE, time, actor, detail);
  }

  static Link waiting(String name, String actor, String detail) {
    return new Link(name, State.WAITING, "", actor, detail);
  }

  static Link failed(String name, String time, String actor, String detail) {
    return new Link(name, State.FAILED, time, actor, detail);
  }

  static Link unknown(String name, String actor, String detail) {
    return new Link(name, State.UNKNOWN, "", actor, detail);
  }

  String mark() {
    return switch (state) {
      case DONE -> "ok";
      case WAITING -> "..";
      case FAILED -> "!!";
      case UNKNOWN -> "??";
    };
  }
}
