package io.sluice.testbed.cli;

import io.sluice.testbed.host.Beds;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.ProcessRecord;
import io.sluice.testbed.model.Component;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Shows every cluster of this user, one per line. */
@Command(
    name = "status",
    description = "Show the clusters of this user, one per line.",
    mixinStandardHelpOptions = true)
final class Status implements Callable<Integer> {
  @Override
  public Integer call() {
    List<ClusterFolder> all = Beds.standard().all();
    if (all.isEmpty()) {
      System.err.println("no clusters");
    }
    all.forEach(folder -> System.out.println(line(folder)));
    return 0;
  }

  private static String line(ClusterFolder folder) {
    List<Component> started =
        Arrays.stream(Component.values())
            .filter(component -> ProcessRecord.read(folder.record(component)).isPresent())
            .toList();
    String dead =
        started.stream()
            .filter(
                component ->
                    !ProcessRecord.read(folder.record(component))
                        .map(ProcessRecord::alive)
                        .orElse(false))
            .map(Component::program)
            .collect(Collectors.joining(","));
    String state =
        folder.stale() ? "left behind" : dead.isEmpty() ? "running" : "not running: " + dead;
    String owner = folder.detached() ? "standing" : folder.bed();
    return String.join(
        "\t",
        folder.name(),
        folder.kind().name().toLowerCase(Locale.ROOT),
        state,
        owner,
        folder.adminKubeconfig().toString());
  }
}
