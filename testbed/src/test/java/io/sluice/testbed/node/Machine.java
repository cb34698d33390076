package io.sluice.testbed.node;

import io.sluice.testbed.host.ProcessRecord;
import io.sluice.testbed.host.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a cluster could leave behind on the machine. */
record Machine(
    SortedSet<String> links,
    SortedSet<String> routes,
    SortedSet<String> namespaces,
    SortedSet<String> mounts,
    SortedSet<String> cgroups) {

  static Machine now() throws IOException {
    return new Machine(
        entries(Path.of("/sys/class/net")),
        new TreeSet<>(Shell.must("ip", "-4", "route").lines().toList()),
        new TreeSet<>(Shell.must("ip", "netns").lines().toList()),
        new TreeSet<>(Files.readAllLines(Path.of("/proc/mounts"))),
        cgroupFolders());
  }

  /** What is here and was not there before. Others on the machine may have removed things. */
  SortedSet<String> beyond(Machine before) {
    SortedSet<String> more = new TreeSet<>();
    more.addAll(difference(links, before.links));
    more.addAll(difference(routes, before.routes));
    more.addAll(difference(namespaces, before.namespaces));
    more.addAll(difference(mounts, before.mounts));
    more.addAll(difference(cgroups, before.cgroups));
    return more;
  }

  private static SortedSet<String> difference(SortedSet<String> now, SortedSet<String> before) {
    SortedSet<String> more = new TreeSet<>(now);
    more.removeAll(before);
    return more;
  }

  /**
   * Processes that run one of the bed's programs for this cluster, or in one of its containers. The
   * dead ones are not among them: when they are reaped is up to the machine's first process.
   */
  static List<Long> processesOf(String folder, String cgroup) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> ProcessRecord.ofPid(pid).isPresent())
        .filter(
            pid ->
                read(pid, "cmdline").contains(folder)
                    || read(pid, "cgroup").contains("/" + cgroup + "/"))
        .toList();
  }

  private static SortedSet<String> entries(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static SortedSet<String> cgroupFolders() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("/sys/fs/cgroup"))) {
      return files
          .filter(Files::isDirectory)
          .map(Path::toString)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static String read(long pid, String file) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/" + file));
    } catch (IOException e) {
      return "";
    }
  }
}
