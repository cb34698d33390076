package io.sluice.bench.stack;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the kernel says of a process. */
record Proc(long pid) {
  private static final long TICK_MILLIS = 10;

  /** CPU time used so far, user and system. */
  long cpuMillis() throws IOException {
    String stat = Files.readString(path("stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_MILLIS;
  }

  long rssKilobytes() throws IOException {
    return field("smaps_rollup", "Rss:");
  }

  long pssKilobytes() throws IOException {
    return field("smaps_rollup", "Pss:");
  }

  long threads() throws IOException {
    return field("status", "Threads:");
  }

  /** Established TCP connections whose other end is this port. */
  int connectionsTo(int port) throws IOException {
    Set<String> inodes = new HashSet<>();
    try (DirectoryStream<Path> open = Files.newDirectoryStream(path("fd"))) {
      for (Path file : open) {
        String target = target(file);
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring(8, target.length() - 1));
        }
      }
    }
    String suffix = String.format(":%04X", port);
    int count = 0;
    for (String table : List.of("net/tcp", "net/tcp6")) {
      for (String line : Files.readAllLines(path(table))) {
        String[] fields = line.strip().split("\\s+", -1);
        boolean established = fields.length > 9 && fields[3].equals("01");
        if (established && fields[2].endsWith(suffix) && inodes.contains(fields[9])) {
          count++;
        }
      }
    }
    return count;
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException _) {
      return ""; // closed meanwhile
    }
  }

  private long field(String file, String name) throws IOException {
    for (String line : Files.readAllLines(path(file))) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).replace("kB", "").strip());
      }
    }
    throw new IOException("no " + name + " in " + file);
  }

  private Path path(String file) {
    return Path.of("/proc", Long.toString(pid), file);
  }
}
