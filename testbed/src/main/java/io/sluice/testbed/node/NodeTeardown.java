package io.sluice.testbed.node;

import io.sluice.testbed.host.BedProcess;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.ProcessRecord;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.host.Waiting;
import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Removes everything of a real node that outlives its kubelet and containerd. */
public final class NodeTeardown {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private NodeTeardown() {}

  /**
   * After the recorded processes have been killed: containers, shims, namespaces, cgroups, links.
   */
  public static void remove(ClusterFolder folder, Slot slot) {
    Cgroups cgroups = new Cgroups(slot);
    Optional<ProcessRecord> holder =
        ProcessRecord.read(Namespaced.record(folder)).filter(ProcessRecord::alive);
    // A dying process may just have started another one, so look again until nobody is left.
    boolean gone =
        Waiting.until(
            PATIENCE,
            () -> {
              cgroups.thaw();
              List<ProcessRecord> left = new ArrayList<>(cgroups.processes());
              left.addAll(shims(folder));
              holder.ifPresent(it -> left.addAll(inside(it)));
              left.forEach(process -> process.signal("KILL"));
              return left.isEmpty();
            });
    if (!gone) {
      throw new BedException("processes of " + folder.name() + " survive SIGKILL");
    }
    holder.ifPresent(process -> BedProcess.ending(process, "KILL", Duration.ZERO));
    NodeNetwork.disconnect(slot);
    cgroups.remove();
  }

  /** Shims outlive their containerd by design; its socket on their command line tells whose. */
  private static List<ProcessRecord> shims(ClusterFolder folder) {
    String socket = folder.node().resolve("containerd.sock").toString();
    return processes().stream().filter(pid -> commandLine(pid).contains(socket)).toList();
  }

  /** Whoever else runs in the cluster's mount or network namespace. */
  private static List<ProcessRecord> inside(ProcessRecord holder) {
    String mounts = namespace(holder, "mnt");
    String network = namespace(holder, "net");
    return processes().stream()
        .filter(process -> !process.equals(holder))
        .filter(
            process ->
                same(mounts, namespace(process, "mnt")) || same(network, namespace(process, "net")))
        .toList();
  }

  /** A namespace that can't be read is nobody's. */
  private static boolean same(String one, String other) {
    return !one.isEmpty() && one.equals(other);
  }

  private static List<ProcessRecord> processes() {
    return ProcessHandle.allProcesses()
        .flatMap(handle -> ProcessRecord.ofPid(handle.pid()).stream())
        .toList();
  }

  private static String namespace(ProcessRecord process, String kind) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/ns/" + kind)).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private static String commandLine(ProcessRecord process) {
    try {
      return Files.readString(
          Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
