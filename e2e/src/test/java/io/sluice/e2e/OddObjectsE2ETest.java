package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is large, long or refused is carried or said; nothing else stops. */
@NeedsClusters({"home", "away"})
class OddObjectsE2ETest {
  private static final String LONG = "n".repeat(253);

  @Test
  void oddObjectsArriveOrSayWhyNotAndTheOthersGoOn(
      Cluster home, Cluster away, TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    Path large = Files.writeString(folder.resolve("large"), "x".repeat(1_000_000));
    try (Peered peered = Peered.start(home, away, namespace.name())) {
      String ns = peered.namespace;
      away.kubectl(
              "create", "quota", "none", "-n", ns, "--hard=count/ingresses.networking.k8s.io=0")
          .outOrThrow();
      home.kubectl("create", "configmap", "large", "-n", ns, "--from-file=" + large).outOrThrow();
      home.kubectl("create", "configmap", LONG, "-n", ns, "--from-literal=key=value").outOrThrow();
      peered.applyHere(
          home,
          """
          apiVersion: networking.k8s.io/v1
          kind: Ingress
          metadata: {name: refused}
          spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}
          """);
      peered.applyHere(home, secret("one"));
      peered.awaitField(away, "secret/kind", "{.type}", "example.com/one");
      // The type of a Secret never changes: another one of the name takes its place.
      home.kubectl("delete", "secret", "kind", "-n", ns).outOrThrow();
      peered.applyHere(home, secret("two"));
      peered.awaitField(away, "secret/kind", "{.type}", "example.com/two");

      peered.awaitField(away, "configmap/" + LONG, "{.data.key}", "value");
      await()
          .atMost(Peered.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(peered.field(away, "configmap/large", "{.data.large}"))
                      .hasSize(1_000_000));
      String said =
          "{.items[?(@.involvedObject.name==\"refused\")].reason}"
              + " {.items[?(@.involvedObject.name==\"refused\")].message}";
      await()
          .atMost(Peered.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(peered.field(home, "events", said))
                      .contains("FailedReflection")
                      .contains("away: ")
                      .contains("exceeded quota"));
      assertThat(peered.field(away, "ingress/refused", "{.metadata.name}")).isEmpty();
    }
  }

  private static String secret(String type) {
    return """
    apiVersion: v1
    kind: Secret
    metadata: {name: kind}
    type: example.com/%s
    stringData: {key: value}
    """
        .formatted(type);
  }
}
