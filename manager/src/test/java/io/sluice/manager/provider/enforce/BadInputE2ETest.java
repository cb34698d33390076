package io.sluice.manager.provider.enforce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.offloading.LimitsEnforcement;
import io.sluice.api.offloading.Quota;
import io.sluice.api.offloading.QuotaSpec;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.policy.PodGuardrails;
import io.sluice.api.policy.PolicyTargets;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.manager.provider.namespaces.Maps;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.model.CommandResult;
import io.sluice.translate.tenant.Policies;
import io.sluice.translate.tenant.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ShadowPods that nobody should send, sent with a consumer's identity. */
@NeedsClusters("lender")
class BadInputE2ETest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CONSUMER = "rome";
  private static final String TWIN = "bad-rome";
  private static final String USER = Subject.sliceUser(CONSUMER, "slice");
  private static final String SOUND = "containers: [{name: c, image: pause}]";

  @TempDir private static Path folder;
  private static ProviderBed bed;
  private static Maps maps;
  private static Api manager;
  private static PodEnforcer enforcer;
  private static int serial;

  @BeforeAll
  static void prepare(Cluster lender) {
    bed = new ProviderBed(lender);
    maps = new Maps(bed, CONSUMER).serving();
    maps.want(Map.of("bad", TWIN));
    bed.ensure(quota());
    manager = bed.manager();
    enforcer =
        new PodEnforcer(
            manager, changed -> new Ledger(manager, "lender", true, changed), Clock.systemUTC());
    enforcer.start();
    await().atMost(PATIENCE).until(() -> maps.phase("bad").equals("ACCEPTED"));
    await().atMost(PATIENCE).until(BadInputE2ETest::isStamped);
  }

  @AfterAll
  static void end() {
    enforcer.close();
    manager.close();
    maps.close();
  }

  private static Quota quota() {
    Quota quota = new Quota();
    quota.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(bed.tenant(CONSUMER))
            .withName("slice")
            .addToLabels(Labels.REMOTE_CLUSTER_ID, CONSUMER)
            .build());
    Map<String, Quantity> all =
        Map.of("cpu", new Quantity("8"), "memory", new Quantity("8Gi"), "pods", new Quantity("9"));
    quota.setSpec(new QuotaSpec(USER, LimitsEnforcement.NONE, all, false));
    return quota;
  }

  @ParameterizedTest
  @CsvSource({
    "'-1', is negative",
    "lots, cpu",
    "1e400, cpu",
    "9E9E9, cpu",
    "99999999999999999999Ei, cpu",
    "9k, the whole quota is 8"
  })
  void absurdAmountsAreRefusedWithTheReasonOnce(String cpu, String reason) throws IOException {
    AuditLog.Mark mark = bed.cluster().audit().mark();
    String name = "amount-" + serial++;
    String requests = "{requests: {cpu: \"" + cpu + "\"}}";
    send(name, "containers: [{name: c, image: pause, resources: " + requests + "}]").outOrThrow();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(refusal(name)).contains("cluster lender", reason));
    aSoundPodStillRuns();
    assertThat(bed.find(Pod.class, TWIN, name)).isNull();
    assertThat(ours(mark).named(name).writes().count()).as("requests about it").isEqualTo(1);
  }

  /**
   * No schema checks these fields: what reads them must not stumble, nor blind itself to others.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "containers: nonsense",
        "containers: [7]",
        "{containers: [{name: c, image: pause}], hostNetwork: perhaps}",
        "{containers: [{name: c, image: pause, env: {A: B}}]}",
        "{containers: [{name: c, image: pause}], terminationGracePeriodSeconds:"
            + " 99999999999999999999}"
      })
  void whatIsNoPodAtAllHarmsNobodyElse(String pod) throws IOException {
    AuditLog.Mark mark = bed.cluster().audit().mark();
    String name = "nonsense-" + serial++;
    send(name, pod);
    aSoundPodStillRuns();
    restart();
    aSoundPodStillRuns();
    assertThat(bed.find(Pod.class, TWIN, name)).isNull();
    assertThat(ours(mark).named(name).writes().count()).isLessThanOrEqualTo(1);
    bed.delete(ShadowPod.class, TWIN, name);
  }

  @Test
  void anObjectAsLargeAsTheStoreTakesIsRefusedOrRunsButIsNotTriedAgainAndAgain()
      throws IOException {
    AuditLog.Mark mark = bed.cluster().audit().mark();
    String name = "large-" + serial++;
    String value = "x".repeat(1_400_000);
    send(name, "containers: [{name: c, image: pause, env: [{name: A, value: " + value + "}]}]");
    await()
        .atMost(PATIENCE)
        .until(() -> bed.find(Pod.class, TWIN, name) != null || !refusal(name).isEmpty());
    aSoundPodStillRuns();
    assertThat(ours(mark).named(name).verb("create").count()).isEqualTo(1);
    bed.delete(ShadowPod.class, TWIN, name);
  }

  @Test
  void theLongestNameIsAsGoodAsAnother() throws IOException {
    String name = "n".repeat(253);
    send(name, SOUND).outOrThrow();
    await().atMost(PATIENCE).until(() -> bed.find(Pod.class, TWIN, name) != null);
    bed.delete(ShadowPod.class, TWIN, name);
    await().atMost(PATIENCE).until(() -> bed.find(Pod.class, TWIN, name) == null);
    assertThat(send("n".repeat(254), SOUND).err()).contains("no more than 253");
  }

  /** A change must not bring in what a new pod may not have (D-14). */
  @Test
  void aChangeToAForbiddenImageLeavesThePodAsItIs() throws IOException {
    bed.apply(onlyImagesOf("docker.io"));
    String name = "changed-" + serial++;
    send(name, SOUND).outOrThrow();
    change(name, "{name: c, image: pause}");
    await().atMost(PATIENCE).until(() -> bed.find(Pod.class, TWIN, name) != null);

    change(name, "{name: c, image: evil.example/miner}");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(refusal(name)).contains("rule imageRegistries"));
    assertThat(container(name).getImage()).isEqualTo("pause");
    change(name, "{name: c, image: busybox}");
    await().atMost(PATIENCE).until(() -> container(name).getImage().equals("busybox"));
    bed.delete(TenantPolicy.class, "", CONSUMER);
    bed.delete(ShadowPod.class, TWIN, name);
  }

  /** A resize reserves like a new pod (D-13). */
  @Test
  void aResizeBeyondTheQuotaWaitsUntilTheQuotaAllowsIt() throws IOException {
    String name = "grown-" + serial++;
    String container = "{name: c, image: pause, resources: {requests: {cpu: 1}}}";
    // Fake nodes can't resize; nobody has to for the API server to take it.
    send(name, "schedulerName: nobody, containers: [" + container + "]").outOrThrow();
    await().atMost(PATIENCE).until(() -> bed.find(Pod.class, TWIN, name) != null);
    change(name, "{name: c, image: pause, resources: {requests: {cpu: 9}}}");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(refusal(name)).contains("the whole quota is 8"));
    assertThat(cpu(name)).isEqualTo("1");

    setQuota("16");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(cpu(name)).as(refusal(name)).isEqualTo("9"));
    setQuota("8");
    bed.delete(ShadowPod.class, TWIN, name);
  }

  private static void setQuota(String cpu) {
    bed.admin()
        .patch(
            Kind.of(Quota.class),
            Ref.of(quota()),
            Patch.merge(Map.of("spec", Map.of("resources", Map.of("cpu", cpu)))));
  }

  private static String cpu(String name) {
    return String.valueOf(container(name).getResources().getRequests().get("cpu"));
  }

  private static Container container(String name) {
    return bed.get(Pod.class, TWIN, name).getSpec().getContainers().getFirst();
  }

  private static TenantPolicy onlyImagesOf(String registry) {
    PodGuardrails usual = Policies.DEFAULT.pods();
    TenantPolicy policy = new TenantPolicy();
    policy.setMetadata(new ObjectMetaBuilder().withName(CONSUMER).build());
    policy.setSpec(
        new TenantPolicySpec(
            new PolicyTargets(List.of(CONSUMER), null),
            1,
            List.of(),
            Policies.DEFAULT.podSecurity(),
            new PodGuardrails(
                usual.hostNamespaces(),
                usual.hostPath(),
                usual.privileged(),
                usual.capabilities(),
                usual.serviceAccounts(),
                usual.priorityClasses(),
                usual.nodeSelectorKeys(),
                usual.tolerationKeys(),
                List.of(registry)),
            Policies.DEFAULT.streams(),
            Policies.DEFAULT.objects(),
            false));
    return policy;
  }

  /** As a kubelet does it: the new spec, and its hash, by which the change is seen. */
  private static void change(String name, String container) {
    String patch =
        "metadata: {annotations: {%s: \"%d\"}}\nspec: {pod: {containers: [%s]}}"
            .formatted(Annotations.SPEC_HASH, serial++, container);
    bed.cluster()
        .kubectl(
            "patch",
            "shadowpod",
            name,
            "-n",
            TWIN,
            "--type=merge",
            "-p",
            patch,
            "--as=" + USER,
            "--as-group=" + CONSUMER)
        .outOrThrow();
  }

  @Test
  void anothersNamespaceIsClosed() throws IOException {
    bed.ensure(ProviderBed.namespace("of-milan", Map.of(Labels.REMOTE_CLUSTER_ID, "milan")));
    assertThat(sendTo("of-milan", "stray", SOUND).err()).contains("forbidden", USER);
    assertThat(bed.admin().list(Kind.of(ShadowPod.class), Scope.namespace("of-milan"))).isEmpty();
  }

  private static void aSoundPodStillRuns() throws IOException {
    String name = "sound-" + serial++;
    send(name, SOUND).outOrThrow();
    await().atMost(PATIENCE).until(() -> bed.find(Pod.class, TWIN, name) != null);
    bed.delete(ShadowPod.class, TWIN, name);
    await().atMost(PATIENCE).until(() -> bed.find(Pod.class, TWIN, name) == null);
  }

  /** The first list is read by another way than what is watched later. */
  private static void restart() {
    enforcer.close();
    enforcer =
        new PodEnforcer(
            manager, changed -> new Ledger(manager, "lender", true, changed), Clock.systemUTC());
    enforcer.start();
  }

  private static Requests ours(AuditLog.Mark mark) {
    return bed.cluster().audit().since(mark).in(TWIN).by(ProviderBed.MANAGER);
  }

  private static String refusal(String name) {
    ShadowPod shadow = bed.find(ShadowPod.class, TWIN, name);
    return shadow == null || shadow.getStatus() == null
        ? ""
        : shadow.getStatus().conditions().stream()
            .map(condition -> Objects.requireNonNullElse(condition.message(), ""))
            .findFirst()
            .orElse("");
  }

  private static CommandResult send(String name, String pod) throws IOException {
    return sendTo(TWIN, name, pod);
  }

  private static CommandResult sendTo(String namespace, String name, String pod, String... more)
      throws IOException {
    Path file = folder.resolve("shadow.yaml");
    Files.write(
        file,
        List.of(
            "apiVersion: offloading.liqo.io/v1beta1",
            "kind: ShadowPod",
            "metadata:",
            "  name: " + name,
            "  namespace: " + namespace,
            "  labels: {" + Labels.ORIGIN + ": " + CONSUMER + "}",
            "spec:",
            "  pod: " + (pod.startsWith("{") ? pod : "{" + pod + "}")));
    List<String> line =
        new ArrayList<>(
            List.of("create", "-f", file.toString(), "--as=" + USER, "--as-group=" + CONSUMER));
    line.addAll(List.of(more));
    return bed.cluster().kubectl(line.toArray(String[]::new));
  }

  /** Policies reach the API server's own cache a moment after they were written. */
  private static boolean isStamped() throws IOException {
    return sendTo(TWIN, "first", SOUND, "--dry-run=server", "-o=jsonpath={.metadata.labels}")
        .out()
        .contains(USER);
  }
}
