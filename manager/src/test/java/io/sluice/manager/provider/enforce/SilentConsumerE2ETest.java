package io.sluice.manager.provider.enforce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The provider's half of fencing (D-22), with a clock that the test moves. */
@NeedsClusters("away")
class SilentConsumerE2ETest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String WORD =
      "{.status.conditions[?(@.type==\"Admitted\")].reason}{.status.conditions[?(@.type==\"Admitted\")].status}";
  private static final String ASKED_AT =
      "{.status.conditions[?(@.type==\"Admitted\")].lastTransitionTime}";

  private final AtomicLong nanos = new AtomicLong();

  @Test
  void stopsWhatHearsNothingFromHomeAndAsksBeforeItComesBack(Cluster away, TestNamespace namespace)
      throws IOException {
    ProviderBed bed = new ProviderBed(away);
    String consumer = "quiet-" + namespace.name();
    String tenant = bed.tenant(consumer);
    try (Api api = bed.manager();
        TenantNamespaces namespaces = new TenantNamespaces(api);
        PodEnforcer enforcer =
            new PodEnforcer(
                api,
                changed -> new Ledger(api, "away", false, changed),
                heard -> new SignsOfLife(api, namespaces, nanos::get, heard),
                Clock.systemUTC())) {
      enforcer.start();
      namespaces.start();
      renew(away, tenant, 1);
      create(away, namespace.name(), consumer);
      awaitField(away, namespace, "pod/web", "{.status.phase}", "Running");

      // Silent for almost as long as it may be: nothing happens, and nothing is asked.
      pass(Duration.ofSeconds(14));
      touch(away, namespace, "one");
      awaitField(away, namespace, "pod/web", "{.metadata.annotations.note}", "one");
      assertThat(field(away, namespace, "shadowpod/web", WORD)).isEmpty();

      pass(Duration.ofSeconds(1));
      touch(away, namespace, "two");
      awaitField(away, namespace, "shadowpod/web", WORD, "ConsumerSilentFalse");
      awaitField(away, namespace, "pod/web", "{.metadata.name}", "");
      assertThat(field(away, namespace, "shadowpod/web", "{.status.phase}"))
          .as("taken away is not finished")
          .isNotIn("Failed", "Succeeded");

      renew(away, tenant, 2);
      awaitField(away, namespace, "shadowpod/web", WORD, "ConsumerBackFalse");
      answer(away, namespace, "2001-01-01T00:00:00Z"); // to a question of another time
      awaitField(away, namespace, "shadowpod/web", WORD, "ConsumerBackFalse");
      assertThat(field(away, namespace, "pod/web", "{.metadata.name}")).isEmpty();

      answer(away, namespace, field(away, namespace, "shadowpod/web", ASKED_AT));
      awaitField(away, namespace, "pod/web", "{.status.phase}", "Running");
      awaitField(away, namespace, "shadowpod/web", WORD, "CreatedPodTrue");
    } finally {
      away.kubectl("delete", "namespace", tenant, "--wait=false");
    }
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static void renew(Cluster away, String tenant, int time) throws IOException {
    apply(
        away,
        """
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {name: %s, namespace: %s}
        spec: {holderIdentity: home, leaseTransitions: %d}
        """
            .formatted(Names.CONSUMER_LEASE, tenant, time));
  }

  private static void create(Cluster away, String namespace, String consumer) throws IOException {
    apply(
        away,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: ShadowPod
        metadata:
          name: web
          namespace: %s
          labels: {offloading.liqo.io/origin: %s, offloading.liqo.io/destination: away}
          annotations: {sluice.io/on-disconnect: stopAfter=15s, sluice.io/carried-keys: ";note"}
        spec:
          pod:
            terminationGracePeriodSeconds: 1
            containers: [{name: c, image: pause}]
        """
            .formatted(namespace, consumer));
  }

  private static void apply(Cluster away, String yaml) throws IOException {
    Path file = Files.createTempFile("fence", ".yaml");
    Files.writeString(file, yaml);
    away.kubectl("apply", "-f", file.toString()).outOrThrow();
    Files.delete(file);
  }

  private static void touch(Cluster away, TestNamespace namespace, String note) {
    annotate(away, namespace, "note=" + note);
  }

  private static void answer(Cluster away, TestNamespace namespace, String time) {
    annotate(away, namespace, Annotations.STILL_WANTED + "=" + time);
  }

  private static void annotate(Cluster away, TestNamespace namespace, String what) {
    away.kubectl("annotate", "shadowpod", "web", "-n", namespace.name(), "--overwrite", what)
        .outOrThrow();
  }

  private static void awaitField(
      Cluster away, TestNamespace namespace, String object, String path, String value) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(field(away, namespace, object, path)).isEqualTo(value));
  }

  private static String field(Cluster away, TestNamespace namespace, String object, String path) {
    return away.kubectl(
            "get", object, "-n", namespace.name(), "--ignore-not-found", "-o=jsonpath=" + path)
        .out();
  }
}
