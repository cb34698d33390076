package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Twins follow their local objects, whatever the kind (§3.1–3.4). */
@NeedsClusters({"home", "away"})
class ReflectionE2ETest {
  /** Names of the objects that are said to be in conflict with somebody else's. */
  static final String CONFLICT = "{.items[?(@.reason==\"FailedReflection\")].involvedObject.name}";

  /** The same with kinds, because several samples share a name. */
  private static final String CONFLICTS =
      "{range .items[?(@.reason==\"FailedReflection\")]}"
          + "{.involvedObject.kind}/{.involvedObject.name} {end}";

  /** One object of each kind with a value to change, and where that value is found. */
  private record Sample(String object, String yaml, String path) {
    String with(String value) {
      return yaml.formatted(value);
    }
  }

  private static final List<Sample> SAMPLES =
      List.of(
          new Sample(
              "configmap/one",
              """
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: one, labels: {app: one}}
              data: {key: %s, kept: same}
              binaryData: {bytes: AAEC/w==}
              """,
              "{.data.key}"),
          new Sample(
              "secret/one",
              """
              apiVersion: v1
              kind: Secret
              metadata: {name: one}
              type: example.com/own
              stringData: {key: %s}
              """,
              "{.data.key}"),
          new Sample(
              "service/one",
              """
              apiVersion: v1
              kind: Service
              metadata: {name: one}
              spec:
                selector: {app: %s}
                ports: [{name: http, port: 80, targetPort: 8080}]
              """,
              "{.spec.selector.app}"),
          new Sample(
              "service/headless",
              """
              apiVersion: v1
              kind: Service
              metadata: {name: headless}
              spec: {clusterIP: None, selector: {app: %s}, ports: [{port: 80}]}
              """,
              "{.spec.selector.app}"),
          new Sample(
              "service/bare",
              """
              apiVersion: v1
              kind: Service
              metadata: {name: bare}
              spec: {ports: [{name: %s, port: 80}]}
              """,
              "{.spec.ports[0].name}"),
          new Sample(
              "service/elsewhere",
              """
              apiVersion: v1
              kind: Service
              metadata: {name: elsewhere}
              spec: {type: ExternalName, externalName: %s.example.com}
              """,
              "{.spec.externalName}"),
          new Sample(
              "ingress/one",
              """
              apiVersion: networking.k8s.io/v1
              kind: Ingress
              metadata: {name: one, annotations: {kubernetes.io/ingress.class: home}}
              spec:
                rules:
                  - host: %s.example.com
                    http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: one, port: {number: 80}}}}]}
              """,
              "{.spec.rules[0].host}"));

  @Test
  void twinsAreMadeFollowAreMendedAndGo(Cluster home, Cluster away, TestNamespace namespace) {
    try (Peered peered = Peered.start(home, away, namespace.name())) {
      SAMPLES.forEach(sample -> peered.applyHere(home, sample.with("first")));
      SAMPLES.forEach(sample -> awaitSame(peered, sample));
      peered.awaitField(
          away, "configmap/one", "{.metadata.labels.offloading\\.liqo\\.io/origin}", "home");
      assertThat(peered.field(away, "configmap/one", "{.binaryData.bytes}")).isEqualTo("AAEC/w==");
      assertThat(peered.field(away, "secret/one", "{.type}")).isEqualTo("example.com/own");
      assertThat(peered.field(away, "service/headless", "{.spec.clusterIP}")).isEqualTo("None");

      SAMPLES.forEach(sample -> peered.applyHere(home, sample.with("second")));
      SAMPLES.forEach(sample -> awaitSame(peered, sample));

      // Drift: one edited by hand, the others deleted by hand, and a stranger's key stays.
      edit(peered, away, "configmap/one", "{\"data\":{\"key\":\"drifted\",\"kept\":null}}");
      edit(peered, away, "service/one", "{\"metadata\":{\"annotations\":{\"theirs\":\"stays\"}}}");
      edit(peered, away, "service/one", "{\"spec\":{\"selector\":{\"app\":\"drifted\"}}}");
      edit(
          peered,
          away,
          "ingress/one",
          "{\"spec\":{\"rules\":[{\"host\":\"drifted.example.com\"}]}}");
      delete(peered, away, "secret/one", "service/headless", "service/bare", "service/elsewhere");
      SAMPLES.forEach(sample -> awaitSame(peered, sample));
      peered.awaitField(away, "configmap/one", "{.data.kept}", "same");
      assertThat(peered.field(away, "service/one", "{.metadata.annotations.theirs}"))
          .isEqualTo("stays");

      // Opt-out and back again, whatever the kind.
      SAMPLES.forEach(sample -> annotate(peered, sample.object(), "liqo.io/skip-reflection=true"));
      SAMPLES.forEach(sample -> peered.awaitField(away, sample.object(), "{.metadata.name}", ""));
      SAMPLES.forEach(sample -> annotate(peered, sample.object(), "liqo.io/skip-reflection-"));
      SAMPLES.forEach(sample -> awaitSame(peered, sample));

      SAMPLES.forEach(sample -> delete(peered, home, sample.object()));
      SAMPLES.forEach(sample -> peered.awaitField(away, sample.object(), "{.metadata.name}", ""));
    }
  }

  @Test
  void strangersAreLeftAlone(Cluster home, Cluster away, TestNamespace namespace) {
    try (Peered peered = Peered.start(home, away, namespace.name())) {
      SAMPLES.forEach(sample -> peered.applyHere(away, sample.with("theirs")));
      SAMPLES.forEach(sample -> peered.applyHere(home, sample.with("ours")));
      await()
          .atMost(Peered.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(peered.field(home, "events", CONFLICTS).split(" "))
                      .contains(
                          "ConfigMap/one",
                          "Secret/one",
                          "Service/one",
                          "Service/headless",
                          "Service/bare",
                          "Service/elsewhere",
                          "Ingress/one"));
      delete(peered, home, "configmap/one", "secret/one");
      peered.applyHere(
          home,
          """
          apiVersion: v1
          kind: ConfigMap
          metadata: {name: last}
          data: {key: last}
          """);
      peered.awaitField(away, "configmap/last", "{.data.key}", "last");
      assertThat(peered.field(away, "configmap/one", "{.data.key}")).isEqualTo("theirs");
      assertThat(peered.field(away, "service/one", "{.spec.selector.app}")).isEqualTo("theirs");

      // Once the stranger is gone, ours takes the name.
      delete(peered, away, "service/one");
      peered.awaitField(away, "service/one", "{.spec.selector.app}", "ours");
    }
  }

  @Test
  void aReplacedImmutableObjectIsReplacedAndWhatChangedWhileNobodyLookedIsMadeGood(
      Cluster home, Cluster away, TestNamespace namespace) {
    String frozen =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: frozen}
        immutable: true
        data: {key: %s}
        """;
    try (Peered peered = Peered.start(home, away, namespace.name())) {
      peered.applyHere(home, frozen.formatted("first"));
      peered.awaitField(away, "configmap/frozen", "{.data.key}", "first");
      delete(peered, home, "configmap/frozen");
      peered.applyHere(home, frozen.formatted("second"));
      peered.awaitField(away, "configmap/frozen", "{.data.key}", "second");
      peered.applyHere(home, SAMPLES.get(1).with("first"));
      awaitSame(peered, SAMPLES.get(1));

      peered.stopKubelet();
      delete(peered, home, "secret/one");
      peered.startKubelet();
      peered.awaitField(away, "secret/one", "{.metadata.name}", "");
      assertThat(peered.field(away, "configmap/frozen", "{.data.key}")).isEqualTo("second");
    }
  }

  private static void awaitSame(Peered peered, Sample sample) {
    String wanted = peered.field(peered.home, sample.object(), sample.path());
    assertThat(wanted).isNotEmpty();
    peered.awaitField(peered.away, sample.object(), sample.path(), wanted);
  }

  private static void edit(Peered peered, Cluster cluster, String object, String patch) {
    cluster
        .kubectl("patch", object, "-n", peered.namespace, "--type=merge", "-p", patch)
        .outOrThrow();
  }

  private static void annotate(Peered peered, String object, String annotation) {
    peered.home.kubectl("annotate", object, "-n", peered.namespace, annotation).outOrThrow();
  }

  private static void delete(Peered peered, Cluster cluster, String... objects) {
    for (String object : objects) {
      cluster.kubectl("delete", object, "-n", peered.namespace, "--timeout=30s").outOrThrow();
    }
  }
}
