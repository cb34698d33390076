package io.sluice.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether this process may do what only root may. */
public final class Root {
  private Root() {}

  public static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
