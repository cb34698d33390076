package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.model.NodeKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Real servers and clients in three clusters find each other by the names of their Services. */
@NeedsClusters(
    value = {"home", "away", "far"},
    nodes = NodeKind.REAL)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NamesE2ETest {
  private static final List<String> PLACES = List.of("milan", "paris", "oslo");
  private Abroad abroad;

  @BeforeAll
  void borrow(Cluster home, Cluster away, Cluster far, @TempDir Path folder) {
    abroad = new Abroad(home, Map.of(away, "paris", far, "oslo"), folder);
  }

  @AfterAll
  void giveBack() {
    abroad.close();
  }

  @Test
  void underTheSameNameEveryNameOfAServiceLeadsToItFromEverywhere() {
    abroad.extend("same", "EnforceSameName");
    PLACES.forEach(place -> serve("same", place));
    PLACES.forEach(place -> abroad.awaitReady("same", pod(place)));
    for (String from : PLACES) {
      for (String to : PLACES) {
        assertReaches("same", from, to, to + ".same.svc.cluster.local");
      }
    }
    for (String name : List.of("milan", "milan.same", "milan.same.svc")) {
      assertReaches("same", "paris", "milan", name);
    }
  }

  @Test
  void underAnotherNameTheShortNameLeadsToItFromEverywhere() {
    abroad.extend("shop", "DefaultName");
    PLACES.forEach(place -> serve("shop", place));
    PLACES.forEach(place -> abroad.awaitReady("shop", pod(place)));
    for (String from : PLACES) {
      for (String to : PLACES) {
        assertReaches("shop", from, to, to);
      }
    }
    assertThat(abroad.says("shop", "paris-0", "nslookup", "milan.shop.svc.cluster.local"))
        .as("as the documentation says")
        .contains("can't find milan.shop.svc.cluster.local");
    talksHome();
  }

  /** §3.5.3, with an explicit host and port. */
  private void talksHome() {
    Peered.apply(
        abroad.milan.cluster,
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: lister, namespace: shop}
        rules: [{apiGroups: [""], resources: [pods], verbs: [list]}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: lister, namespace: shop}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: lister}
        subjects: [{kind: ServiceAccount, name: default, namespace: shop}]
        """);
    bring("shop", "paris-0");
    abroad.awaitSays(
        "system:serviceaccount:shop:default",
        "shop",
        "paris-0",
        "/tmp/kubectl",
        "auth",
        "whoami",
        "-o=jsonpath={.status.userInfo.username}");
    // No namespace is named: the pod takes itself to be where its home says it is (D-8).
    assertThat(abroad.says("shop", "paris-0", "/tmp/kubectl", "get", "pods", "-o=name").lines())
        .containsExactlyInAnyOrder("pod/milan-0", "pod/oslo-0", "pod/paris-0");
    assertThat(abroad.says("shop", "paris-0", "/tmp/kubectl", "get", "secrets", "-o=name"))
        .contains("forbidden");
  }

  /** A server that can be a client too, and its Service. */
  private void serve(String namespace, String place) {
    Peered.apply(
        abroad.milan.cluster,
        """
        apiVersion: v1
        kind: Service
        metadata: {name: %1$s, namespace: %2$s}
        spec: {selector: {at: %1$s}, ports: [{port: 80, targetPort: 8080}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: %4$s, namespace: %2$s, labels: {at: %1$s}}
        spec:
          terminationGracePeriodSeconds: 0
          nodeSelector: {%3$s}
          containers:
          - name: web
            image: registry.k8s.io/e2e-test-images/agnhost:2.63.0
            command: [/agnhost, netexec, --http-port=8080]
            readinessProbe: {httpGet: {path: /hostname, port: 8080}, periodSeconds: 1}
        """
            .formatted(
                place,
                namespace,
                place.equals("milan")
                    ? "kubernetes.io/hostname: home-real-node"
                    : "liqo.io/remote-cluster-id: " + place,
                pod(place)));
  }

  /** Not as its Service: its own name every pod knows without asking. */
  private static String pod(String place) {
    return place + "-0";
  }

  private void assertReaches(String namespace, String from, String to, String name) {
    abroad.awaitSays(
        pod(to),
        namespace,
        pod(from),
        "timeout",
        "5",
        "wget",
        "-qO-",
        "http://" + name + "/hostname");
  }

  /** Carries kubectl itself into the pod, over the stream that people use. */
  private void bring(String namespace, String pod) {
    List<String> command =
        abroad.milan.cluster.kubectlCommand(
            "exec",
            "-i",
            pod,
            "-n",
            namespace,
            "--",
            "sh",
            "-c",
            "cat >/tmp/kubectl; chmod +x /tmp/kubectl");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(Path.of(command.getFirst()).toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertThat(process.waitFor()).isZero();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
