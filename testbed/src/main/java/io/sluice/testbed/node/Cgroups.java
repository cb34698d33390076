package io.sluice.testbed.node;

import io.sluice.testbed.host.ProcessRecord;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.host.Waiting;
import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The control groups below which all containers of one cluster run. */
final class Cgroups {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final String label;

  Cgroups(Slot slot) {
    this.label = slot.label();
  }

  /** Version 1: a folder in each controller. Version 2: one folder with its controllers on. */
  void create() {
    try {
      if (Files.exists(ROOT.resolve("cgroup.controllers"))) {
        Path own = Files.createDirectories(ROOT.resolve(label));
        enableControllers(ROOT);
        enableControllers(own);
        return;
      }
      for (Path controller : folders(ROOT)) {
        Files.createDirectories(controller.resolve(label));
      }
    } catch (IOException e) {
      throw new BedException("can't make control groups: " + e.getMessage(), e);
    }
  }

  /** Every process in them. */
  List<ProcessRecord> processes() {
    List<ProcessRecord> found = new ArrayList<>();
    for (Path group : groups()) {
      try {
        for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
          ProcessRecord.ofPid(Long.parseLong(pid.strip())).ifPresent(found::add);
        }
      } catch (IOException e) {
        // The group vanished, and its processes with it.
      }
    }
    return found;
  }

  /**
   * The runtime freezes containers while it changes or ends them; killed in between it leaves them
   * frozen, and what is frozen under version 1 does not even follow SIGKILL.
   */
  void thaw() {
    for (Path group : groups()) {
      Path state = group.resolve("freezer.state");
      try {
        if (Files.exists(state)) {
          Files.writeString(state, "THAWED");
        }
      } catch (IOException e) {
        // The group vanished, or it is the top one, which can't freeze.
      }
    }
  }

  void remove() {
    boolean gone =
        Waiting.until(
            PATIENCE,
            () -> {
              groups().forEach(Cgroups::tryRemove);
              return groups().isEmpty();
            });
    if (!gone) {
      throw new BedException("control groups stay behind: " + groups());
    }
  }

  /** All groups of the cluster, the deepest first. */
  private List<Path> groups() {
    List<Path> all = new ArrayList<>();
    Stream.concat(Stream.of(ROOT), folders(ROOT).stream())
        .map(parent -> parent.resolve(label))
        .filter(Files::isDirectory)
        .forEach(top -> collect(top, all));
    all.sort(Comparator.comparingInt(Path::getNameCount).reversed());
    return all;
  }

  private static void collect(Path group, List<Path> all) {
    all.add(group);
    folders(group).forEach(child -> collect(child, all));
  }

  private static void tryRemove(Path group) {
    try {
      Files.deleteIfExists(group);
    } catch (IOException e) {
      // Still busy; tried again until the time is up.
    }
  }

  private static void enableControllers(Path group) throws IOException {
    for (String controller :
        Files.readString(group.resolve("cgroup.controllers")).strip().split(" ", -1)) {
      try {
        Files.writeString(group.resolve("cgroup.subtree_control"), "+" + controller);
      } catch (IOException e) {
        // Not every controller can be passed on everywhere; the kubelet names what it lacks.
      }
    }
  }

  private static List<Path> folders(Path parent) {
    try (Stream<Path> entries = Files.list(parent)) {
      return entries
          .filter(path -> Files.isDirectory(path) && !Files.isSymbolicLink(path))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
