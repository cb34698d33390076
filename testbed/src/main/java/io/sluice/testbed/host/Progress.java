package io.sluice.testbed.host;

/** Lines for the person who waits; standard output belongs to results. */
public final class Progress {
  private Progress() {}

  public static void say(String line) {
    System.err.println("testbed: " + line);
  }
}
