package io.sluice.testbed.image;

import java.nio.file.Path;
import java.util.List;

/**
 * An image of one layer.
 *
 * @param name file name of the archive
 * @param tags full names under which nodes know it
 * @param entries what is in it
 * @param command what it runs when a pod says nothing
 */
record ImageSpec(String name, List<String> tags, List<Entry> entries, Command command) {

  /** Something in the file system of an image; names have no leading slash. */
  sealed interface Entry {
    String name();

    /** A copy of a file of this machine. */
    record Copy(String name, Path source, int mode) implements Entry {}

    /** A file with this text. */
    record Text(String name, String text) implements Entry {}

    /** A symbolic link. */
    record Symlink(String name, String target) implements Entry {}
  }

  /**
   * Entry point and arguments.
   *
   * @param user whose number runs it; empty: root
   */
  record Command(List<String> entrypoint, List<String> arguments, String user) {
    Command(List<String> entrypoint, List<String> arguments) {
      this(entrypoint, arguments, "");
    }
  }
}
