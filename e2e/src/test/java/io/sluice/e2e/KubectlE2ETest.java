package io.sluice.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.e2e.Twins.Said;
import io.sluice.engine.kube.Json;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.NodeKind;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What kubectl does with a pod on a real node it does with the same pod offloaded (§2.9). */
@NeedsClusters(
    value = {"home", "away"},
    nodes = NodeKind.REAL)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubectlE2ETest {
  private static final String TALKER =
      """
      containers:
      - name: c
        image: docker.io/library/busybox:1
        command: [sh, -c, 'for i in 1 2 3 4 5; do echo line $i; done; exec sleep 1000']
      """;

  private static final String ENDED =
      """
      restartPolicy: Never
      containers:
      - {name: c, image: 'docker.io/library/busybox:1', command: [echo, the end]}
      """;

  private static final String READER =
      """
      restartPolicy: Never
      containers:
      - name: c
        image: docker.io/library/busybox:1
        stdin: true
        stdinOnce: true
        command: [sh, -c, 'while read word; do echo got $word; done']
      """;

  private static final String AGAIN =
      """
      volumes: [{name: memory, emptyDir: {}}]
      containers:
      - name: c
        image: docker.io/library/busybox:1
        command: [sh, -c, 'if [ -f /memory/tried ]; then exec sleep 1000; fi; echo a try; touch /memory/tried; exit 1']
        volumeMounts: [{name: memory, mountPath: /memory}]
      """;

  private static final String WEB =
      """
      containers:
      - name: c
        image: registry.k8s.io/e2e-test-images/agnhost:2.63.0
        command: [/agnhost, netexec, --http-port=8080]
      """;

  private static final String IMAGE = "--image=docker.io/library/busybox:1";

  private Peered peered;
  private Twins twins;

  @BeforeAll
  void peer(Cluster home, Cluster away, TestNamespace namespace) {
    peered = Peered.start(home, away, namespace.name());
    String here = namespace.name() + "-here";
    home.kubectl("create", "namespace", here).outOrThrow();
    twins = new Twins(home, here, namespace.name());
    keepLogs(home, namespace.name());
    twins.create("talker", TALKER);
    twins.create("ended", ENDED);
    twins.create("reader", READER);
    twins.create("again", AGAIN);
    twins.awaitPhase("talker", "Running");
    twins.awaitPhase("reader", "Running");
    twins.awaitPhase("ended", "Succeeded");
    twins.awaitRestart("again");
  }

  private static void keepLogs(Cluster home, String namespace) {
    Peered.apply(
        home,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: NamespaceOffloading
        metadata: {name: offloading, namespace: %s, annotations: {sluice.io/log-tail: "5"}}
        spec: {podOffloadingStrategy: LocalAndRemote, namespaceMappingStrategy: EnforceSameName}
        """
            .formatted(namespace));
  }

  @AfterAll
  void leave() {
    twins.home.kubectl("delete", "namespace", twins.here, "--wait=false");
    peered.close();
  }

  record Case(String name, String input, List<String> arguments) {
    static Case of(String name, String... arguments) {
      return new Case(name, "", List.of(arguments));
    }

    static Case with(String input, String name, String... arguments) {
      return new Case(name, input, List.of(arguments));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        Case.of("logs", "logs", "talker"),
        Case.of("the last lines", "logs", "talker", "--tail=2"),
        Case.of("no lines", "logs", "talker", "--tail=0"),
        Case.of("so many bytes", "logs", "talker", "--limit-bytes=10"),
        Case.of("since long ago", "logs", "talker", "--since=1h"),
        Case.of("since a moment to come", "logs", "talker", "--since-time=2099-01-01T00:00:00Z"),
        Case.of("times of lines", "logs", "talker", "--timestamps", "--tail=3"),
        Case.of("several options", "logs", "talker", "--since=1h", "--tail=3", "--limit-bytes=9"),
        Case.of("the log before the restart", "logs", "again", "--previous"),
        Case.of("no log before this one", "logs", "talker", "--previous"),
        Case.of("logs of a wrong container", "logs", "talker", "-c", "nobody"),
        Case.of("logs of a pod that is not there", "logs", "nobody"),
        Case.of("exec", "exec", "talker", "--", "echo", "hello"),
        Case.of("exit code", "exec", "talker", "--", "sh", "-c", "exit 7"),
        Case.of("standard error", "exec", "talker", "--", "sh", "-c", "echo bad >&2; exit 3"),
        Case.with("to be read\n", "input", "exec", "-i", "talker", "--", "cat"),
        Case.of("no such command", "exec", "talker", "--", "/nowhere"),
        Case.of("arguments with odd characters", "exec", "talker", "--", "echo", "a&b=%41 \u00fc"),
        Case.with("a word\n", "attach", "attach", "-i", "-q", "reader"),
        Case.of("a log that is followed to its end", "logs", "-f", "ended"),
        Case.of("attach to a pod that has ended", "attach", "ended"),
        Case.of("exec in a pod that has ended", "exec", "ended", "--", "true"),
        Case.of("exec in a wrong container", "exec", "talker", "-c", "nobody", "--", "true"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void saysTheSame(Case each) {
    String[] arguments = each.arguments().toArray(String[]::new);
    byte[] input = each.input().getBytes(UTF_8);
    Said expected = twins.kubectl(twins.here, input, arguments);
    Said said = twins.kubectl(twins.there, input, arguments);
    assertThat(said).isEqualTo(expected);
  }

  /**
   * The end of the input ends kubectl, with or without an answer: on a real node as well. And logs
   * of several containers come in any order.
   */
  @Test
  void aContainerForDebuggingListensAndHasALog() throws Exception {
    List<List<String>> logs = new ArrayList<>();
    for (String namespace : List.of(twins.here, twins.there)) {
      Process debug =
          new ProcessBuilder(
                  twins.home.kubectlCommand(
                      "-n", namespace, "debug", "-iq", "talker", "-c=probe", IMAGE, "--", "cat"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (BufferedWriter input = debug.outputWriter();
          BufferedReader output = debug.inputReader()) {
        input.write("to be read\n");
        input.flush();
        assertThat(output.readLine()).as(namespace).isEqualTo("to be read");
      }
      assertThat(debug.waitFor(90, TimeUnit.SECONDS)).isTrue();
      byte[] nothing = {};
      String all =
          twins.kubectl(namespace, nothing, "logs", "talker", "--all-containers", "--prefix").out();
      logs.add(all.lines().sorted().toList());
    }
    assertThat(logs.getLast()).isEqualTo(logs.getFirst()).hasSize(6);
  }

  @Test
  void copiesFilesBothWays(@TempDir Path folder) throws Exception {
    byte[] bytes = new byte[(Boolean.getBoolean("sluice.long") ? 100 : 10) * 1024 * 1024];
    new Random(1).nextBytes(bytes);
    Path sent = Files.write(folder.resolve("sent"), bytes);
    Path back = folder.resolve("back");
    byte[] nothing = {};
    Said up =
        twins.kubectl(twins.there, nothing, "cp", "-c=c", sent.toString(), "talker:/tmp/file");
    assertThat(up.err()).isEmpty();
    Said down =
        twins.kubectl(twins.there, nothing, "cp", "-c=c", "talker:/tmp/file", back.toString());
    assertThat(down.exitCode()).as(down.err()).isZero();
    assertThat(Files.mismatch(sent, back)).isEqualTo(-1);
  }

  /** Whoever reads a kubelet's pages finds the same fields with values of the same kind. */
  @Test
  void showsHealthAndConfigurationInTheShapeOfARealKubelet() {
    assertThat(page(twins.there, "healthz")).isEqualTo(page(twins.here, "healthz"));
    Set<String> shape = shape("", page(twins.there, "configz"));
    shape.remove("/kubeletconfig/tlsMinVersion String"); // a real one says it only where it was set
    assertThat(shape).hasSizeGreaterThan(5);
    assertThat(shape("", page(twins.here, "configz"))).containsAll(shape);
  }

  private Object page(String namespace, String path) {
    String node =
        twins
            .home
            .kubectl("get", "pod", "talker", "-n=" + namespace, "-o=jsonpath={.spec.nodeName}")
            .outOrThrow();
    String page =
        twins.home.kubectl("get", "--raw=/api/v1/nodes/" + node + "/proxy/" + path).outOrThrow();
    return page.startsWith("{") ? Json.read(page.getBytes(UTF_8), Map.class) : page;
  }

  private static Set<String> shape(String at, Object value) {
    Set<String> shape = new TreeSet<>();
    if (value instanceof Map<?, ?> fields) {
      fields.forEach((name, each) -> shape.addAll(shape(at + "/" + name, each)));
    } else {
      shape.add(at + " " + value.getClass().getSimpleName());
    }
    return shape;
  }

  /** T-8, T-10: from the local pod to the container's limits and back, without a restart. */
  @Test
  void aPodGrowsInPlaceAndSaysWhyWhereItCant() {
    Peered.apply(
        peered.home,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: grown, namespace: %s}
        spec:
          nodeSelector: {liqo.io/type: virtual-node}
          tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]
          terminationGracePeriodSeconds: 0
          containers:
          - name: c
            image: docker.io/library/busybox:1
            command: [sleep, '1000']
            resources: {requests: {cpu: 50m}, limits: {cpu: 100m}}
        """
            .formatted(peered.namespace));
    peered.awaitRunning("grown");

    resize("{\"requests\": {\"cpu\": \"60m\"}, \"limits\": {\"cpu\": \"200m\"}}");
    String shown = "{.status.containerStatuses[0].resources.limits.cpu}";
    peered.awaitField(peered.away, "pod/grown", shown, "200m");
    peered.awaitField(peered.home, "pod/grown", shown, "200m");
    String allocated = "{.status.containerStatuses[0].allocatedResources.cpu}";
    peered.awaitField(peered.home, "pod/grown", allocated, "60m");
    assertThat(
            peered.field(peered.home, "pod/grown", "{.status.containerStatuses[0].restartCount}"))
        .isEqualTo("0");

    // The virtual node is larger than any node behind it.
    resize("{\"requests\": {\"cpu\": \"80\"}, \"limits\": {\"cpu\": \"80\"}}");
    String pending = "{.status.conditions[?(@.type==\"PodResizePending\")].reason}";
    peered.awaitField(peered.home, "pod/grown", pending, "Infeasible");
    assertThat(peered.field(peered.away, "pod/grown", "{.spec.containers[0].resources.limits.cpu}"))
        .as("still as it was, or asked for and refused by its node")
        .isIn("200m", "80");
    resize("{\"requests\": {\"cpu\": \"60m\"}, \"limits\": {\"cpu\": \"300m\"}}");
    peered.awaitField(peered.home, "pod/grown", shown, "300m");
    peered.awaitField(peered.home, "pod/grown", pending, "");
  }

  private void resize(String resources) {
    peered
        .home
        .kubectl(
            "patch",
            "pod",
            "grown",
            "-n",
            peered.namespace,
            "--subresource=resize",
            "-p",
            "{\"spec\": {\"containers\": [{\"name\": \"c\", \"resources\": " + resources + "}]}}")
        .outOrThrow();
  }

  /** One reads the size of the terminal again and again, the other changes it. */
  @Test
  void aTerminalFollowsTheSizeOfTheWindow() throws Exception {
    String look = "while true; do stty size; sleep 0.2; done";
    String exec =
        String.join(
            " ", twins.home.kubectlCommand("-n", twins.there, "exec", "-it", "talker", "--"));
    String session =
        "stty rows 33 cols 77; (sleep 3; stty rows 44 cols 88 </dev/tty) & %s sh -c '%s'"
            .formatted(exec, look);
    Process terminal = new ProcessBuilder("script", "-qec", session, "/dev/null").start();
    List<String> said = new CopyOnWriteArrayList<>();
    Thread.ofVirtual()
        .start(() -> terminal.inputReader().lines().forEach(line -> said.add(line.strip())));
    try {
      await().atMost(Peered.PATIENCE).until(() -> said.contains("44 88"));
      assertThat(said).containsSubsequence("33 77", "44 88");
    } finally {
      terminal.descendants().forEach(ProcessHandle::destroy);
      terminal.destroy();
    }
  }

  @Test
  void theEndOfALogOutlivesThePod() {
    byte[] nothing = {};
    twins.create("brief", ENDED);
    twins.awaitPhase("brief", "Succeeded");
    peered.away.kubectl("delete", "pod", "brief", "-n", twins.there, "--timeout=60s").outOrThrow();
    await()
        .atMost(Peered.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(twins.kubectl(twins.there, nothing, "logs", "brief"))
                    .isEqualTo(new Said(0, "the end\n", "")));
    assertThat(peered.field(peered.away, "pod/brief", "{.metadata.name}")).isEmpty();
    assertThat(twins.kubectl(twins.there, nothing, "logs", "brief", "--tail=0").out()).isEmpty();
  }

  @Test
  void forwardsAPort() throws Exception {
    twins.create("web", WEB);
    twins.awaitPhase("web", "Running");
    Talk.forwards(twins.home, twins.there);
  }
}
