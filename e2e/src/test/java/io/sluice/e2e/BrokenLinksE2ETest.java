package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.kubelet.reflect.ReflectionOptions;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.net.Link;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Why is it pending: each link of the chain Scheduled → ShadowAccepted → RemoteCreated →
 * RemoteScheduled → Running is broken once, and the local pod says so in the words of whoever broke
 * it.
 */
@NeedsClusters({"home", "away"})
class BrokenLinksE2ETest {
  private static final Duration SOON = Duration.ofSeconds(5);

  /** On a busy machine a measurement says nothing; three of them in a row do. */
  private static final int MEASUREMENTS = 3;

  private Cluster home;
  private Cluster away;
  private Link link;
  private Peered peered;
  private Denier denier;

  /**
   * One broken link.
   *
   * @param pod metadata and spec beside what every pod of this test has
   * @param shown what the local pod shows: a reason, and words that go with it
   */
  private record Break(String name, Runnable by, Pod pod, Shown shown, Runnable mended) {
    record Pod(String labels, String spec) {
      static final Pod PLAIN = new Pod("", "");
    }

    record Shown(String reason, String words) {}
  }

  @BeforeEach
  void peer(Cluster home, Cluster away, TestNamespace namespace) throws Exception {
    this.home = home;
    this.away = away;
    this.link = Link.to(away);
    this.denier = new Denier();
    letLook();
    away.kubectl("label", "namespace", namespace.name(), "liqo.io/remote-cluster-id=home")
        .outOrThrow();
    this.peered =
        Peered.start(
            home,
            away,
            namespace.name(),
            new Peered.Border(
                link.kubeconfig(away.kubeconfig("consumer", "home")),
                true,
                ReflectionOptions.DEFAULT));
    Peered.apply(away, denier.registration());
    Peered.apply(away, newerConsumer());
    awaitPolicies();
  }

  @AfterEach
  void leave() {
    link.heal();
    away.kubectl("uncordon", "away-kwok-0");
    peered.close();
    link.close();
    denier.close();
    away.kubectl("delete", "validatingwebhookconfiguration", "denier");
    away.kubectl("delete", "mutatingadmissionpolicy,mutatingadmissionpolicybinding", "tomorrow");
    away.kubectl("delete", "clusterrolebinding", "links-reader");
    away.kubectl("delete", "quota.offloading.liqo.io", "--all", "-n", "sluice");
  }

  @Test
  void everyBrokenLinkIsNamedOnTheLocalPodWithinFiveSeconds() {
    SoftAssertions all = new SoftAssertions();
    Map<String, Long> took = new LinkedHashMap<>();
    for (Break broken : links()) {
      Duration fastest = measure(broken, all);
      for (int more = 1; more < MEASUREMENTS && fastest.compareTo(SOON) > 0; more++) {
        fastest = measure(broken, all);
      }
      took.put(broken.name(), fastest.toMillis());
      all.assertThat(fastest).as(broken.name()).isLessThanOrEqualTo(SOON);
    }
    System.out.println("milliseconds until the reason was shown: " + took);
    all.assertAll();
  }

  /** Breaks the link, and mends it again; how long the reason took to show. */
  private Duration measure(Break broken, SoftAssertions all) {
    await().atMost(Peered.PATIENCE).until(() -> !home.api().get(path(broken)).ok());
    broken.by().run();
    long begin = create(broken);
    boolean inContainer = broken.shown().reason().contains("Pull") || isConfig(broken);
    await()
        .atMost(Peered.PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(
            () ->
                assertThat(shown(broken, inContainer).path("reason").asText())
                    .as("%s: %s", broken.name(), status(broken))
                    .isEqualTo(broken.shown().reason()));
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    all.assertThat(shown(broken, inContainer).path("message").asText())
        .as("%s after %d ms", broken.name(), took.toMillis())
        .contains(broken.shown().words());
    all.assertThat(status(broken).path("phase").asText()).isEqualTo("Pending");
    broken.mended().run();
    home.api().delete(path(broken));
    return took;
  }

  private JsonNode shown(Break broken, boolean inContainer) {
    JsonNode status = status(broken);
    return inContainer ? status.at("/containerStatuses/0/state/waiting") : status;
  }

  private JsonNode status(Break broken) {
    return home.api().get(path(broken)).body().path("status");
  }

  private String path(Break broken) {
    return "/api/v1/namespaces/" + peered.namespace + "/pods/" + broken.name();
  }

  private static boolean isConfig(Break broken) {
    return broken.shown().reason().startsWith("CreateContainer");
  }

  private List<Break> links() {
    return List.of(
        broken("no-quota", () -> {}, "NoQuota", "cluster away: the identity that asks has no"),
        new Break(
            "over-quota",
            () -> quota("1"),
            new Break.Pod("", "{requests: {cpu: 2}}"),
            new Break.Shown("ExceedsQuota", "cluster away: cpu: asks for 2, the whole quota is 1"),
            () -> quota("50")),
        new Break(
            "used-up",
            this::useUp,
            new Break.Pod("", "{requests: {cpu: 2}}"),
            new Break.Shown("QuotaExceeded", "cluster away: cpu: asks for 2, 2 of 3 are used"),
            this::giveBack),
        new Break(
            "guardrail",
            () -> {},
            new Break.Pod("", "hostNetwork"),
            new Break.Shown("RefusedByPolicy", "cluster away refuses spec.hostNetwork"),
            () -> {}),
        new Break(
            "webhook",
            () -> {},
            new Break.Pod("break: webhook", ""),
            new Break.Shown(
                "FailedCreatePod",
                "away: admission webhook \"denier.example.com\" denied the request: not on a"
                    + " Sunday"),
            () -> {}),
        broken(
            "rights",
            () ->
                away.kubectl("delete", "rolebinding", "--all", "-n", peered.namespace).outOrThrow(),
            "ShadowPodNotAccepted",
            "away: shadowpods.offloading.liqo.io is forbidden: User \"consumer\" cannot create"),
        broken("not-mapped", this::unmap, "OffloadingBackOff", ""),
        broken("name-taken", this::takeName, "NameConflict", "away"),
        broken("image", () -> {}, "ErrImagePull", "registry.example/none: not found"),
        broken("secret", () -> {}, "CreateContainerConfigError", "secret \"absent\" not found"),
        broken(
            "full",
            () -> away.kubectl("cordon", "away-kwok-0").outOrThrow(),
            "RemoteUnschedulable",
            "away: scheduler: 0/1 nodes are available"),
        new Break(
            "newer",
            () -> {},
            new Break.Pod("break: newer", ""),
            new Break.Shown("FailedCreatePod", "unknown field \"spec.fieldOfTomorrow\""),
            () -> {}),
        broken("dead", link::cut, "ShadowPodNotAccepted", "away"));
  }

  private Break broken(String name, Runnable by, String reason, String words) {
    return new Break(name, by, Break.Pod.PLAIN, new Break.Shown(reason, words), mend(name));
  }

  private Runnable mend(String name) {
    return switch (name) {
      case "no-quota" -> () -> quota("50");
      case "rights" -> peered::letIn;
      case "not-mapped" -> peered::extend;
      case "dead" -> link::heal;
      case "full" -> () -> away.kubectl("uncordon", "away-kwok-0").outOrThrow();
      default -> () -> {};
    };
  }

  /** The moment from which on the link was broken for this pod. */
  private long create(Break broken) {
    long begin = System.nanoTime();
    String spec = broken.pod().spec();
    Peered.apply(
        home,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: %s, labels: {%s}}
        spec:
          nodeName: liqo-away
          tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
          hostNetwork: %s
          containers: [{name: c, image: pause, resources: %s}]
        """
            .formatted(
                broken.name(),
                peered.namespace,
                broken.pod().labels(),
                spec.equals("hostNetwork"),
                spec.startsWith("{") ? spec : "{}"));
    return switch (broken.name()) {
      case "image" -> waits("image", "ErrImagePull", "registry.example/none: not found");
      case "secret" ->
          waits("secret", "CreateContainerConfigError", "secret \\\"absent\\\" not found");
      default -> begin;
    };
  }

  /** What the provider's kubelet would say; fake nodes pull no images. */
  private long waits(String pod, String reason, String message) {
    peered.awaitField(away, "pod/" + pod, "{.status.phase}", "Running");
    long begin = System.nanoTime();
    away.kubectl(
            "patch",
            "pod",
            pod,
            "-n",
            peered.namespace,
            "--subresource=status",
            "--type=merge",
            "-p",
            """
            {"status":{"phase":"Pending","containerStatuses":[{"name":"c","image":"pause","imageID":"",
             "ready":false,"restartCount":0,"state":{"waiting":{"reason":"%s","message":"%s"}}}]}}
            """
                .formatted(reason, message))
        .outOrThrow();
    return begin;
  }

  /** Another pod has most of it. */
  private void useUp() {
    quota("3");
    create(
        new Break(
            "holder",
            () -> {},
            new Break.Pod("", "{requests: {cpu: 2}}"),
            new Break.Shown("", ""),
            () -> {}));
    peered.awaitRunning("holder");
  }

  private void giveBack() {
    quota("50");
    home.kubectl("delete", "pod", "holder", "-n", peered.namespace, "--now").outOrThrow();
  }

  private void quota(String cpu) {
    Peered.apply(
        away,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: Quota
        metadata: {name: consumer, namespace: sluice}
        spec: {user: consumer, limitsEnforcement: None, resources: {cpu: "%s"}}
        """
            .formatted(cpu));
  }

  private void unmap() {
    home.kubectl(
            "patch",
            "namespacemap",
            "away",
            "-n",
            "liqo-tenant-away",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"currentMapping\":{\"" + peered.namespace + "\":null}}}")
        .outOrThrow();
  }

  private void takeName() {
    Peered.apply(
        away,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: name-taken, namespace: %s}
        spec: {containers: [{name: c, image: pause}]}
        """
            .formatted(peered.namespace));
  }

  /** Watches go on while the right to create is taken away. */
  private void letLook() {
    Peered.apply(
        away,
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: links-reader}
        rules:
          - {apiGroups: ["*"], resources: ["*"], verbs: [get, list, watch]}
          - {nonResourceURLs: ["*"], verbs: [get]}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: links-reader}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: links-reader}
        subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: home}]
        """);
  }

  /** A consumer of a later version: its ShadowPods have a field that this provider lacks. */
  private static String newerConsumer() {
    return """
    apiVersion: admissionregistration.k8s.io/v1
    kind: MutatingAdmissionPolicy
    metadata: {name: tomorrow}
    spec:
      failurePolicy: Fail
      reinvocationPolicy: IfNeeded
      matchConstraints:
        objectSelector: {matchLabels: {break: newer}}
        resourceRules:
          - {apiGroups: [offloading.liqo.io], apiVersions: [v1beta1], operations: [CREATE], resources: [shadowpods]}
      mutations:
        - patchType: JSONPatch
          jsonPatch:
            expression: '[JSONPatch{op: "add", path: "/spec/pod/fieldOfTomorrow", value: "x"}]'
    ---
    apiVersion: admissionregistration.k8s.io/v1
    kind: MutatingAdmissionPolicyBinding
    metadata: {name: tomorrow}
    spec: {policyName: tomorrow}
    """;
  }

  /** Policies are in force a moment after they were written: quotas go by the creator's label. */
  private void awaitPolicies() {
    String shadow =
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: ShadowPod
        metadata: {name: probe, namespace: %s, labels: {break: newer, offloading.liqo.io/origin: home}}
        spec: {pod: {containers: [{name: c, image: pause}]}}
        """
            .formatted(peered.namespace);
    await()
        .atMost(Peered.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(Peered.rehearse(away, shadow, "--as=consumer", "--as-group=home"))
                    .contains("creator-user")
                    .contains("fieldOfTomorrow"));
  }
}
