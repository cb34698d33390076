package io.sluice.testbed.cli;

import io.sluice.testbed.Bed;
import io.sluice.testbed.StandingBed;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.ClusterOptions;
import io.sluice.testbed.model.NodeKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts clusters and leaves them running; prints their kubeconfigs, one per line. */
@Command(
    name = "up",
    description = "Start clusters and leave them running; prints their kubeconfigs, one per line.",
    mixinStandardHelpOptions = true)
final class Up implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", arity = "1..*", description = "Names of the clusters.")
  private List<String> names;

  @Option(
      names = "--nodes",
      paramLabel = "KIND",
      defaultValue = "kwok",
      description = "kwok (fake nodes), real (a kubelet with containers, needs root) or none.")
  private NodeKind nodes;

  @Option(
      names = "--kwok-nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many fake nodes each cluster gets.")
  private int kwokNodes;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port of the first API server; the next ones follow. Default: free ones.")
  private @Nullable Integer port;

  @Override
  public Integer call() {
    List<ClusterOptions> wanted = wanted();
    StandingBed standing = StandingBed.standard();
    Set<String> missing = new LinkedHashSet<>(names);
    for (String name : names) {
      Optional<ClusterFolder> running = standing.find(name);
      running.ifPresent(
          folder -> {
            if (folder.kind() != nodes) {
              throw new BedException(
                  name + " is already up with nodes of another kind: " + folder.kind());
            }
            missing.remove(name);
          });
    }
    Bed bed = standing.open();
    bed.start(wanted.stream().filter(options -> missing.contains(options.name())).toList());
    bed.detach();
    names.forEach(
        name -> standing.find(name).ifPresent(it -> System.out.println(it.adminKubeconfig())));
    return 0;
  }

  private List<ClusterOptions> wanted() {
    if (new LinkedHashSet<>(names).size() < names.size()) {
      throw new BedException("each cluster needs a name of its own");
    }
    List<ClusterOptions> wanted = new ArrayList<>();
    for (String name : names) {
      ClusterOptions options = ClusterOptions.named(name).withKwokNodes(kwokNodes).withNodes(nodes);
      wanted.add(
          port == null
              ? options
              : options.withTuning(options.tuning().withApiPort(port + wanted.size())));
    }
    return wanted;
  }
}
