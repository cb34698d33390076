package io.sluice.bench.offload;

import io.sluice.cli.Main;
import java.util.ArrayList;
import java.util.List;

/**
 * Several roles in one process, to train an AOT cache that serves all of them, as the image has it:
 * processes on one machine share the memory of one file.
 */
final class Together {
  /** Between the arguments of two roles. */
  static final String AND = "and";

  private Together() {}

  public static void main(String[] args) throws InterruptedException {
    for (List<String> role : split(args)) {
      Thread.ofPlatform()
          .daemon()
          .start(() -> Main.commandLine().execute(role.toArray(String[]::new)));
    }
    Thread.currentThread().join(); // until it is told to stop
  }

  private static List<List<String>> split(String[] args) {
    List<List<String>> roles = new ArrayList<>();
    roles.add(new ArrayList<>());
    for (String arg : args) {
      if (arg.equals(AND)) {
        roles.add(new ArrayList<>());
      } else {
        roles.getLast().add(arg);
      }
    }
    return roles;
  }
}
