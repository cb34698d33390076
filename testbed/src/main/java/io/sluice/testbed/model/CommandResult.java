package io.sluice.testbed.model;

/** How a command ended and what it said. */
public record CommandResult(int exitCode, String out, String err) {
  public boolean ok() {
    return exitCode == 0;
  }

  /** The output, or an exception with the command's own complaint when it failed. */
  public String outOrThrow() {
    if (!ok()) {
      throw new BedException("command ended with exit code " + exitCode + ": " + err.strip());
    }
    return out;
  }
}
