package io.sluice.cli.shell;

import java.util.List;

/** How roles of Sluice are started as processes; the image says the same in tools/image. */
public final class Jvm {
  /** A small heap to begin with: else it is a share of the machine's memory, used or not. */
  public static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "-Xms16m",
          "-XX:MinHeapFreeRatio=10",
          "-XX:MaxHeapFreeRatio=30");

  private Jvm() {}
}
