package io.sluice.cli.shell;

import java.util.List;

/** How roles of Sluice are started as processes; the image says the same in tools/image. */
public final class Jvm {
  /**
   * A small heap to begin with: else it is a share of the machine's memory, used or not. The AOT
   * cache is taken as it lies in its file: moved elsewhere, each process would have a copy of its
   * own. What compilers used is given back to the system.
   */
  public static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "-Xms16m",
          "-XX:MinHeapFreeRatio=10",
          "-XX:MaxHeapFreeRatio=30",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ArchiveRelocationMode=0",
          "-XX:TrimNativeHeapInterval=5000");

  private Jvm() {}
}
