package io.sluice.cli.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** How roles of Sluice are started as processes; the image says the same in tools/image. */
public final class Jvm {
  /** What the second compiler is left for (docs/adr/0001). */
  private static final String COMPILERS = "compilers.json";

  /**
   * A small heap to begin with: else it is a share of the machine's memory, used or not. What a
   * burst made it take is given back at the next full collection, not at the fourth, but for the
   * young generation, which is never given back and therefore small. The AOT cache is taken as it
   * lies in its file: moved elsewhere, each process would have a copy of its own. What compilers
   * used is given back to the system, and what they say is not taken for what the program says.
   */
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "-Xms16m",
          "-XX:MaxNewSize=16m",
          "-XX:MinHeapFreeRatio=10",
          "-XX:MaxHeapFreeRatio=30",
          "-XX:-ShrinkHeapInSteps",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ArchiveRelocationMode=0",
          "-XX:TrimNativeHeapInterval=5000",
          "-XX:+DisplayVMOutputToStderr");

  private Jvm() {}

  /**
   * @param folder where a file may be written that the runtime reads
   */
  public static List<String> flags(Path folder) {
    Path compilers = folder.toAbsolutePath().resolve(COMPILERS);
    try (InputStream ours = Jvm.class.getClassLoader().getResourceAsStream(COMPILERS)) {
      byte[] text = Objects.requireNonNull(ours, COMPILERS).readAllBytes();
      Files.createDirectories(folder);
      Files.write(compilers, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> flags = new ArrayList<>(FLAGS);
    flags.add("-XX:CompilerDirectivesFile=" + compilers);
    return flags;
  }
}
