package io.sluice.testbed.node;

import io.sluice.testbed.host.BedProcess;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.ProcessRecord;
import io.sluice.testbed.host.Shell;
import io.sluice.testbed.host.Waiting;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.CommandResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The network and mount namespaces of a cluster, held open by one sleeping process. Nothing is
 * named in /run/netns and nothing is mounted where the machine sees it: when the processes of the
 * cluster are gone, the kernel removes the rest.
 */
public final class Namespaced {
  static final String HOLDER = "namespaces";
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String READY = "namespaces.ready";
  // containerd, runc, CNI and the kubelet keep things at fixed places there; each cluster gets its
  // own, empty ones.
  private static final List<Path> PRIVATE =
      List.of(Path.of("/run"), Path.of("/var/lib"), Path.of("/var/log"));

  private final ProcessRecord holder;

  private Namespaced(ProcessRecord holder) {
    this.holder = holder;
  }

  static Namespaced create(ClusterFolder folder) {
    for (Path hidden : PRIVATE) {
      if (folder.path().startsWith(hidden)) {
        throw new BedException(
            "real nodes hide " + hidden + "; set SLUICE_CACHE to a folder elsewhere");
      }
    }
    Path ready = folder.path().resolve(READY);
    StringBuilder script = new StringBuilder("ip link set lo up");
    PRIVATE.forEach(path -> script.append(" && mount -t tmpfs tmpfs ").append(path));
    script.append(" && : >'").append(ready).append("' && exec sleep infinity");
    BedProcess process =
        new BedProcess(
                "namespaces of " + folder.name(),
                List.of("unshare", "--net", "--mount", "sh", "-c", script.toString()),
                record(folder),
                folder.path().resolve("log").resolve(HOLDER + ".log"))
            .start();
    if (!Waiting.until(PATIENCE, () -> Files.exists(ready) || !process.alive())
        || !process.alive()) {
      throw new BedException("can't make namespaces: " + process.lastWords());
    }
    return new Namespaced(process.process().orElseThrow());
  }

  /** The namespaces of a cluster that is running. */
  static Optional<Namespaced> of(ClusterFolder folder) {
    return ProcessRecord.read(record(folder)).filter(ProcessRecord::alive).map(Namespaced::new);
  }

  static Path record(ClusterFolder folder) {
    return folder.path().resolve("pid").resolve(HOLDER);
  }

  ProcessRecord holder() {
    return holder;
  }

  /** What to put before a command so that it runs inside. */
  public List<String> prefix() {
    return List.of("nsenter", "--target", Long.toString(holder.pid()), "--net", "--mount", "--");
  }

  /** Runs a command inside that has to succeed. */
  String must(String... command) {
    return Shell.must(whole(command));
  }

  CommandResult run(String... command) {
    return Shell.run(whole(command));
  }

  private String[] whole(String... command) {
    List<String> whole = new ArrayList<>(prefix());
    whole.addAll(Arrays.asList(command));
    return whole.toArray(String[]::new);
  }
}
