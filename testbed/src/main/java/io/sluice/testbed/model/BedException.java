package io.sluice.testbed.model;

/** The bed can't do what was asked; the message is one line that says why and what to do. */
public final class BedException extends RuntimeException {
  public BedException(String message) {
    super(message);
  }

  public BedException(String message, Throwable cause) {
    super(message, cause);
  }
}
