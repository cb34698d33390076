package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.translate.pod.twin.FieldVerdict;
import io.sluice.translate.pod.twin.PodFields;
import io.sluice.translate.pod.twin.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every leaf of PodSpec that the API server knows is set, sent over the border and compared with
 * the remote pod; what differs has a verdict (D-7). A newer server that brings a leaf stops here
 * until somebody has set it in {@code pod-leaves}.
 */
@NeedsClusters({"home", "away"})
class PodLeavesE2ETest {
  private static final Path FIXTURES = Path.of("src/test/resources/pod-leaves");
  private static final Path PAGE = Path.of("../docs/pod-leaves.md");
  private static final List<String> TRAVELLING = List.of("linux", "host", "user", "windows");
  private static final String TERM =
      "{topologyKey: kubernetes.io/hostname, matchLabelKeys: [app], mismatchLabelKeys: [tier],"
          + " namespaces: [default], labelSelector: {matchLabels: {a: b}, matchExpressions:"
          + " [{key: c, operator: In, values: [d]}]}, namespaceSelector: {matchLabels: {a: b},"
          + " matchExpressions: [{key: c, operator: In, values: [d]}]}}";

  private Cluster home;
  private Cluster away;
  private Peered peered;

  @BeforeEach
  void peer(Cluster home, Cluster away, TestNamespace namespace) {
    this.home = home;
    this.away = away;
    this.peered = Peered.start(home, away, namespace.name());
  }

  @AfterEach
  void leave() {
    peered.close();
    away.kubectl("delete", "--wait=false", "-f", FIXTURES.resolve("generous.yaml").toString());
  }

  @Test
  void noLeafOfAPodChangesOnItsWayWithoutAVerdict() throws IOException {
    SortedSet<String> known = PodSchema.leaves(home);
    Peered.apply(home, fixture("prepare"));
    Peered.apply(away, fixture("prepare"));
    Peered.apply(away, fixture("generous")); // what the guardrails refuse is shown elsewhere
    for (String pod : TRAVELLING) {
      Peered.apply(home, fixture(pod));
    }
    Peered.apply(home, fixture("claims"));
    for (String pod : TRAVELLING) {
      awaitTwin(pod);
    }
    addEphemeral("linux", "ephemeral", 2);
    addEphemeral("windows", "ephemeral-windows", 1);

    SortedSet<String> set = new TreeSet<>();
    SortedMap<String, String> changed = new TreeMap<>();
    for (String pod : TRAVELLING) {
      var local = PodSchema.set(spec(home, pod), known);
      var remote = PodSchema.set(spec(away, pod), known);
      set.addAll(local.keySet());
      differences(local, remote).forEach((leaf, how) -> changed.put(leaf, pod + ": " + how));
    }
    SortedSet<String> refused = new TreeSet<>(PodSchema.set(spec(home, "claims"), known).keySet());
    refused.removeIf(leaf -> !leaf.contains("laims"));
    set.addAll(refused);

    assertThat(set).as("leaves that the schema does not know").isSubsetOf(known);
    assertThat(known)
        .as("every leaf is set somewhere or can't be")
        .allMatch(leaf -> set.contains(leaf) || Unsettable.why(leaf).isPresent());
    assertThat(changed)
        .as("differences that no verdict explains")
        .allSatisfy(
            (leaf, how) ->
                assertThat(verdict(leaf).map(FieldVerdict::verdict))
                    .as(leaf + " " + how)
                    .isPresent()
                    .isNotEqualTo(Optional.of(Verdict.PASSED)));
    peered.awaitField(home, "pod/claims", "{.status.reason}", "ResourceClaimsNotOffloadable");
    assertThat(peered.field(away, "pod/claims", "{.metadata.name}")).isEmpty();
    assertPage(page(known, set, changed.keySet(), refused));
  }

  private void awaitTwin(String pod) {
    await()
        .atMost(Peered.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(spec(away, pod))
                    .as(() -> pod + " at home: " + peered.field(home, "pod/" + pod, "{.status}"))
                    .isNotEmpty());
  }

  private void addEphemeral(String pod, String file, int count) {
    home.kubectl(
            "patch",
            "pod",
            pod,
            "-n",
            peered.namespace,
            "--subresource=ephemeralcontainers",
            "--patch-file=" + FIXTURES.resolve(file + ".yaml"))
        .outOrThrow();
    await()
        .atMost(Peered.PATIENCE)
        .untilAsserted(
            () -> assertThat(spec(away, pod).path("ephemeralContainers")).hasSize(count));
  }

  private JsonNode spec(Cluster cluster, String pod) {
    String path = "/api/v1/namespaces/" + peered.namespace + "/pods/" + pod;
    return cluster.api().get(path).body().path("spec");
  }

  private static SortedMap<String, String> differences(
      SortedMap<String, SortedMap<String, Integer>> local,
      SortedMap<String, SortedMap<String, Integer>> remote) {
    SortedSet<String> leaves = new TreeSet<>(local.keySet());
    leaves.addAll(remote.keySet());
    SortedMap<String, String> found = new TreeMap<>();
    for (String leaf : leaves) {
      var mine = local.getOrDefault(leaf, new TreeMap<>());
      var theirs = remote.getOrDefault(leaf, new TreeMap<>());
      if (!mine.equals(theirs)) {
        found.put(leaf, mine + " became " + theirs);
      }
    }
    return found;
  }

  /** The most exact line of the table; init and ephemeral containers are judged as containers. */
  private static Optional<FieldVerdict> verdict(String leaf) {
    String judged = leaf.replaceFirst("^(init|ephemeral)Containers", "containers");
    return PodFields.ALL.stream()
        .filter(line -> Unsettable.isBelow(judged, line.field().replaceAll("\\[.+]$", "")))
        .max(Comparator.comparingInt(line -> line.field().length()));
  }

  private String fixture(String name) throws IOException {
    String containers = read("containers").strip().indent(4);
    return read(name)
        .replace("NAMESPACE", peered.namespace)
        .replace("TERM", TERM)
        .replace("INIT\n", containers.replace("PREFIX", "i"))
        .replace("CONTAINERS\n", containers.replace("PREFIX", "c"));
  }

  private static String read(String name) throws IOException {
    return Files.readString(FIXTURES.resolve(name + ".yaml"));
  }

  private static String page(
      SortedSet<String> known,
      SortedSet<String> set,
      java.util.Set<String> changed,
      SortedSet<String> refused) {
    StringBuilder page =
        new StringBuilder(
            """
            # Every leaf of a pod's spec

            What a test found that sets each leaf which the API server of Kubernetes 1.36 knows,
            offloads the pod and reads the remote one. The verdicts are explained in
            [pod-fields.md](pod-fields.md); a leaf that is *passed* was equal on both sides.

            | leaf | found |
            |---|---|
            """);
    for (String leaf : known) {
      page.append("| `%s` | %s |\n".formatted(leaf, found(leaf, set, changed, refused)));
    }
    return page.toString();
  }

  private static String found(
      String leaf,
      SortedSet<String> set,
      java.util.Set<String> changed,
      SortedSet<String> refused) {
    if (refused.contains(leaf)) {
      return Verdict.REFUSED.toString();
    }
    if (!set.contains(leaf)) {
      return Unsettable.why(leaf).orElseThrow();
    }
    return changed.contains(leaf)
        ? verdict(leaf).map(line -> line.verdict().toString()).orElseThrow()
        : Verdict.PASSED.toString();
  }

  /** With {@code SLUICE_GOLDEN=write} in the environment the page is written anew. */
  private static void assertPage(String page) throws IOException {
    if ("write".equals(System.getenv("SLUICE_GOLDEN"))) {
      Files.writeString(PAGE, page);
    }
    assertThat(PAGE).hasContent(page);
  }
}
