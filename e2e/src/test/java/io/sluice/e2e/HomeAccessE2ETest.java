package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.kubelet.reflect.ReflectionOptions;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What goes with a pod besides the pod: tokens out, events back, and how many watches it takes. */
@NeedsClusters({"home", "away"})
class HomeAccessE2ETest {
  private static final ReflectionOptions TALKING =
      new ReflectionOptions(
          Map.of(),
          false,
          false,
          ReflectionOptions.Offers.NONE,
          Optional.of(new ReflectionOptions.HomeAccess(Optional.of("api.example.com"), 6443)));

  @Test
  void aPodThatTalksHomeGetsATokenOfItsOwnThatGoesWithIt(
      Cluster home, Cluster away, TestNamespace namespace) {
    try (Peered peered = Peered.start(home, away, namespace.name(), TALKING)) {
      peered.createPod("talker", "");
      peered.awaitRunning("talker");
      peered.awaitField(
          away,
          "secret/talker-token",
          "{.metadata.labels.offloading\\.liqo\\.io/service-account-name}",
          "default");
      String claims = claims(peered.field(away, "secret/talker-token", "{.data.*}"));
      String uid = peered.field(home, "pod/talker", "{.metadata.uid}");
      assertThat(claims).contains(uid).contains("system:serviceaccount:" + peered.namespace);
      // T-27: an hour, not the year that 3607 seconds stand for.
      assertThat(number(claims, "exp") - number(claims, "iat")).isEqualTo(3600);
      assertThat(peered.field(away, "pod/talker", "{.spec.volumes[*].projected.sources[*].secret}"))
          .contains("talker-token");
      assertThat(peered.field(away, "pod/talker", "{.spec.containers[0].env}"))
          .contains("api.example.com");

      peered.stopKubelet();
      AuditLog.Mark mark = home.audit().mark();
      peered.startKubelet();
      peered.createPod("second", "");
      peered.awaitField(away, "secret/second-token", "{.metadata.name}", "second-token");
      Requests tokens = home.audit().since(mark).by("kubelet").in(peered.namespace).verb("create");
      assertThat(tokens.resource("serviceaccounts/token").count())
          .as("the first pod's token holds on")
          .isEqualTo(1);

      home.kubectl("delete", "pod", "talker", "-n", peered.namespace, "--timeout=60s").outOrThrow();
      peered.awaitField(away, "secret/talker-token", "{.metadata.name}", "");
    }
  }

  @Test
  void threeWatchesFollowANamespaceWithNothingButPodsAndWarningsComeHome(
      Cluster home, Cluster away, TestNamespace namespace) {
    AuditLog.Mark mark = away.audit().mark();
    try (Peered peered = Peered.start(home, away, namespace.name())) {
      peered.createPod("plain", "");
      peered.awaitRunning("plain");
      event(peered, "warned", "Warning", "FailedMount");
      event(peered, "noted", "Normal", "Pulled");
      event(peered, "last", "Warning", "BackOff");
      String about = "{.items[?(@.involvedObject.name==\"plain\")].reason}";
      await()
          .atMost(Peered.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(peered.field(home, "events", about).split(" "))
                      .contains("FailedMount", "BackOff")
                      .doesNotContain("Pulled"));
      assertThat(
              peered.field(home, "events", "{.items[?(@.reason==\"BackOff\")].involvedObject.uid}"))
          .isEqualTo(peered.field(home, "pod/plain", "{.metadata.uid}"));

      Set<String> watched =
          away.audit().since(mark).by("consumer").in(peered.namespace).verb("watch").stream()
              .map(request -> request.resource())
              .collect(Collectors.toSet());
      assertThat(watched).containsExactlyInAnyOrder("shadowpods", "pods", "events");
    }
  }

  private static void event(Peered peered, String name, String type, String reason) {
    peered.applyHere(
        peered.away,
        """
        apiVersion: v1
        kind: Event
        metadata: {name: %s}
        involvedObject: {apiVersion: v1, kind: Pod, name: plain, namespace: %s}
        type: %s
        reason: %s
        message: something happened
        source: {component: kubelet}
        """
            .formatted(name, peered.namespace, type, reason));
  }

  private static String claims(String encoded) {
    String token = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    String payload = token.substring(token.indexOf('.') + 1, token.lastIndexOf('.'));
    return new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8);
  }

  private static long number(String claims, String key) {
    return Long.parseLong(claims.replaceAll(".*\"" + key + "\":(\\d+).*", "$1"));
  }
}
