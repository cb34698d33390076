package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.CommandResult;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything in a cluster that can be listed, whatever its kind. */
final class Leftovers {
  private static final String LINE =
      "{range .items[*]}{.kind} {.metadata.namespace}/{.metadata.name} {.metadata.labels}"
          + " {.metadata.annotations} {.metadata.finalizers}{\"\\n\"}{end}";

  /** They tell of the past, or come and go by themselves. */
  private static final List<String> PASSING =
      List.of(
          "events", "leases", "pods", "endpoints", "componentstatuses", "ipaddresses", "csinodes");

  private Leftovers() {}

  /** What has a name, a label, an annotation or a finalizer of Sluice. */
  static List<String> of(Cluster cluster) {
    return lines(cluster).filter(line -> line.matches("(?s).*(sluice|liqo).*")).toList();
  }

  /** Kind, namespace and name of each object. */
  static Set<String> inventory(Cluster cluster) {
    return lines(cluster)
        .map(line -> line.split(" ", 3))
        .map(parts -> parts[0] + " " + parts[1])
        .collect(Collectors.toSet());
  }

  /** The same, with what comes and goes by itself; without what tells of the past. */
  static Set<String> everything(Cluster cluster) {
    return lines(cluster, List.of("events", "componentstatuses", "csinodes"))
        .map(line -> line.split(" ", 3))
        .map(parts -> parts[0] + " " + parts[1])
        .collect(Collectors.toSet());
  }

  /** What came (+) and what went (-) since {@link #everything} was asked; nothing else is told. */
  static List<String> changes(Set<String> before, Cluster cluster) {
    Set<String> now = everything(cluster);
    return Stream.concat(
            now.stream().filter(line -> !before.contains(line)).map(line -> "+ " + line),
            before.stream().filter(line -> !now.contains(line)).map(line -> "- " + line))
        .sorted()
        .toList();
  }

  private static Stream<String> lines(Cluster cluster) {
    return lines(cluster, PASSING);
  }

  private static Stream<String> lines(Cluster cluster, List<String> without) {
    String kinds =
        told(cluster, "api-resources", "--verbs=list", "-o", "name")
            .lines()
            .filter(kind -> without.stream().noneMatch(name -> kind.matches(name + "(\\..*)?")))
            .collect(Collectors.joining(","));
    return told(cluster, "get", kinds, "--all-namespaces", "-o=jsonpath=" + LINE).lines();
  }

  /** Right after kinds have gone the server may still speak of them: whoever waits asks again. */
  private static String told(Cluster cluster, String... arguments) {
    CommandResult result = cluster.kubectl(arguments);
    assertThat(result.ok()).as(result.err()).isTrue();
    return result.out();
  }
}
