package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In mode Referenced only what something offloaded names leaves the cluster (D-19). */
@NeedsClusters({"home", "away"})
class ReferencedE2ETest {
  private static final String MODE =
      """
      apiVersion: offloading.liqo.io/v1beta1
      kind: NamespaceOffloading
      metadata: {name: offloading, annotations: {sluice.io/reflection-mode: %s}}
      spec: {podOffloadingStrategy: LocalAndRemote}
      """;

  @Test
  void ofFiftySecretsTheTwoThatAPodNamesLeaveAndAnOptionalOneWhenItComes(
      Cluster home, Cluster away, TestNamespace namespace) {
    try (Peered peered = Peered.start(home, away, namespace.name())) {
      peered.applyHere(home, MODE.formatted("Referenced"));
      peered.applyHere(
          home,
          IntStream.range(0, 50)
              .mapToObj(number -> secret("s" + number))
              .collect(Collectors.joining("---\n")));
      peered.createPod(
          "reader",
          """
          volumes:
              - {name: one, secret: {secretName: s7}}
              - {name: two, projected: {sources: [{secret: {name: s23}}, {secret: {name: late, optional: true}}]}}
          """);
      awaitSecrets(peered, "s23", "s7");
      peered.awaitRunning("reader");

      peered.applyHere(home, secret("late"));
      awaitSecrets(peered, "late", "s23", "s7");
      // By the clocks of the API servers, which know seconds.
      assertThat(Duration.between(made(peered, home), made(peered, away)).toSeconds())
          .as("seconds on the way")
          .isBetween(0L, 2L);

      home.kubectl("delete", "pod", "reader", "-n", peered.namespace, "--timeout=60s").outOrThrow();
      awaitSecrets(peered);
      peered.applyHere(home, MODE.formatted("All"));
      await().atMost(Peered.PATIENCE).untilAsserted(() -> assertThat(secrets(peered)).hasSize(51));
    }
  }

  private static String secret(String name) {
    return "apiVersion: v1\nkind: Secret\nmetadata: {name: %s}\nstringData: {key: value}\n"
        .formatted(name);
  }

  private static Instant made(Peered peered, Cluster cluster) {
    return Instant.parse(peered.field(cluster, "secret/late", "{.metadata.creationTimestamp}"));
  }

  private static void awaitSecrets(Peered peered, String... names) {
    await()
        .atMost(Peered.PATIENCE)
        .untilAsserted(() -> assertThat(secrets(peered)).containsExactly(names));
  }

  private static Set<String> secrets(Peered peered) {
    String names = peered.field(peered.away, "secrets", "{.items[*].metadata.name}");
    return names.isBlank() ? Set.of() : new TreeSet<>(Set.of(names.split(" ")));
  }
}
