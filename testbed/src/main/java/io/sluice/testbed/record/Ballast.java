package io.sluice.testbed.record;

import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory of the machine that is taken until it is closed: a file in the file system in memory. */
record Ballast(Path file) implements AutoCloseable {
  private static final int CHUNK = 1 << 20;

  static Ballast of(long bytes) {
    try {
      Path file = Files.createTempFile(Path.of("/dev/shm"), "sluice-ballast", "");
      byte[] chunk = new byte[CHUNK];
      try (OutputStream out = Files.newOutputStream(file)) {
        for (long written = 0; written < bytes; written += CHUNK) {
          out.write(chunk);
        }
      }
      return new Ballast(file);
    } catch (IOException e) {
      throw new BedException("can't take memory: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new BedException("can't give memory back: " + e.getMessage(), e);
    }
  }
}
