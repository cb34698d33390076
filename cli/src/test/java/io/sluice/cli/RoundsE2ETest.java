package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cli.attach.Kubeconfigs;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Json;
import io.sluice.manager.border.Patience;
import io.sluice.manager.consumer.peering.ConsumerSteps;
import io.sluice.manager.consumer.peering.Peering;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.net.Link;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** However a peering was made, broken off or given up: in the end nothing of it is left. */
@NeedsClusters({"home", "away"})
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoundsE2ETest {
  private static final int ROUNDS = 10;
  private static final Patience PATIENCE = Patience.each(Duration.ofSeconds(60));

  @TempDir private static Path folder;
  private Cluster home;
  private Cluster away;
  private Link link;
  private RunningManager rome;
  private RunningManager milan;
  private Set<String> hadHome;
  private Set<String> hadAway;

  @BeforeAll
  void install(Cluster home, Cluster away) throws IOException {
    this.home = home;
    this.away = away;
    this.link = Link.to(away);
    Told.in(home.kubeconfig(), "install", "--cluster-id", "rome").succeeds();
    Told.in(away.kubeconfig(), "install", "--cluster-id", "milan").succeeds();
    rome = RunningManager.of(home.kubeconfig(), folder.resolve("rome"));
    milan =
        RunningManager.of(
            away.kubeconfig(), folder.resolve("milan"), "--api-server-url", link.server());
    Told.between(home, away, "peer", "--cpu", "1").succeeds();
    extend();
    withdraw();
    Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
    // What the managers keep for themselves is there from now on.
    hadHome = Leftovers.everything(home);
    hadAway = Leftovers.everything(away);
  }

  @AfterEach
  void nothingIsLeft() {
    soon(() -> assertThat(Leftovers.changes(hadHome, home)).isEmpty());
    soon(() -> assertThat(Leftovers.changes(hadAway, away)).isEmpty());
  }

  @AfterAll
  void leave() {
    rome.close();
    milan.close();
    link.close();
    for (Cluster cluster : List.of(home, away)) {
      Told tried = Told.in(cluster.kubeconfig(), "uninstall", "--purge", "--dry-run").succeeds();
      assertThat(tried.out())
          .contains(
              "# to be deleted in",
              "kind: \"CustomResourceDefinition\"",
              "name: \"sluice-manager\"");
      Told.in(cluster.kubeconfig(), "uninstall", "--purge").succeeds();
      soon(() -> assertThat(Leftovers.of(cluster)).isEmpty());
    }
  }

  @Test
  void tenTimesLeavesNothing() {
    for (int i = 0; i < ROUNDS; i++) {
      round();
      nothingIsLeft();
    }
  }

  private void round() {
    Told.between(home, away, "peer", "--cpu", "1").succeeds();
    ready("milan");
    Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
  }

  /** A kubelet is a process of its own: on a busy machine it takes a while to start. */
  private void ready(String node) {
    await()
        .atMost(Duration.ofMinutes(3))
        .untilAsserted(
            () -> assertThat(home.kubectl("get", "node", node).out()).contains(" Ready"));
  }

  @Test
  void oneMoreNodeComesAndGoesWhileThePeeringStays() {
    Told.between(home, away, "peer", "--cpu", "1").succeeds();
    ready("milan");
    String[] create = {
      "create", "virtualnode", "annex", "--remote-cluster-id=milan", "--resource-slice-name=milan"
    };
    String[] delete = {"delete", "virtualnode", "annex"};
    assertThat(tried(create).out()).contains("kind: \"VirtualNode\"", "name: \"annex\"");
    assertThat(home.kubectl("get", "virtualnodes", "-A").out()).doesNotContain("annex");
    Told.in(home.kubeconfig(), create).succeeds();
    ready("annex");

    assertThat(tried(delete).out()).contains("# to be deleted", "name: \"annex\"");
    Told.in(home.kubeconfig(), delete).succeeds();
    assertThat(home.kubectl("get", "nodes").out()).contains("milan").doesNotContain("annex");
    Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
  }

  private Told tried(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = "--dry-run";
    return Told.in(home.kubeconfig(), all).succeeds();
  }

  @Test
  void brokenOffAfterAnyStepItCanBeUndoneOrGoneOnWith() {
    int steps = steps(Peering::join);
    assertThat(steps).isGreaterThan(4);
    for (int i = 1; i <= steps; i++) {
      breakOff(i, Peering::join);
      if (i % 2 == 0) {
        Told.between(home, away, "peer", "--cpu", "1").succeeds();
      }
      Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
      nothingIsLeft();
    }
  }

  @Test
  void theWayBackCanBeBrokenOffToo() {
    Told.between(home, away, "peer", "--cpu", "1").succeeds();
    for (int i = 1; i <= 3; i++) {
      breakOff(i, Peering::part);
    }
    Told.between(home, away, "peer", "--cpu", "1").succeeds();
    Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
  }

  @Test
  void whatALostProviderKeepsIsSaidAndRemovedWhenItIsBack() {
    Told.between(home, away, "peer", "--cpu", "1").succeeds();
    extend();

    link.refuse();
    Told given =
        Told.in(
                home.kubeconfig(),
                "unpeer",
                "--force",
                "milan",
                "--delete-namespaces",
                "--timeout",
                "2m")
            .succeeds();
    assertThat(given.err())
        .contains(
            "left in milan: namespace bazaar-rome",
            "left in milan: Tenant rome and what lies in its namespace liqo-tenant-rome");
    withdraw();
    soon(() -> assertThat(Leftovers.changes(hadHome, home)).isEmpty());
    assertThat(away.kubectl("get", "tenant", "rome", "-n", "liqo-tenant-rome").ok()).isTrue();

    link.heal();
    Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
  }

  private void extend() {
    home.kubectl("create", "namespace", "bazaar").outOrThrow();
    Told.in(home.kubeconfig(), "offload", "namespace", "bazaar").succeeds();
    soon(() -> assertThat(away.kubectl("get", "namespace", "bazaar-rome").ok()).isTrue());
  }

  private void withdraw() {
    Told.in(home.kubeconfig(), "unoffload", "namespace", "bazaar").succeeds();
    home.kubectl("delete", "namespace", "bazaar").outOrThrow();
  }

  @Test
  void somebodyWhoMayOnlyPeerCanPeerAndPart() throws IOException {
    Told user =
        Told.in(away.kubeconfig(), "generate", "peering-user", "--remote-cluster-id=rome")
            .succeeds();
    Path theirs = Files.writeString(folder.resolve("peering-user"), user.out());
    String remote = "--remote-kubeconfig=" + theirs;
    Told.in(home.kubeconfig(), "peer", remote).succeeds();
    Told.in(home.kubeconfig(), "peer", remote).succeeds();
    assertThat(Told.in(home.kubeconfig(), "unpeer", remote, "--delete-namespaces").succeeds().err())
        .contains("namespace liqo-tenant-rome stays, you may not remove it");
    Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
  }

  @Test
  void theObjectsOfThePageAboutPeeringMakeOneWithoutAnyCommand() throws IOException {
    Path page = Path.of("..", "docs", "peering.md");
    List<String> sides =
        Pattern.compile("(?ms)^```yaml\\n(.*?)^```")
            .matcher(Files.readString(page))
            .results()
            .map(block -> block.group(1))
            .toList();
    String credentials =
        Kubeconfigs.selfContained(away.kubeconfig("rome-from-the-repository"), null);
    Path provider = Files.writeString(folder.resolve("provider.yaml"), sides.get(0));
    Path consumer =
        Files.writeString(
            folder.resolve("consumer.yaml"),
            sides
                .get(1)
                .replace(
                    "\"KUBECONFIG\"", new String(Json.bytes(credentials), StandardCharsets.UTF_8)));
    away.kubectl("apply", "-f", provider.toString()).outOrThrow();
    home.kubectl("apply", "-f", consumer.toString()).outOrThrow();
    ready("milan");

    String tenant = "--namespace=liqo-tenant-milan";
    String slices = "resourceslices.authentication.liqo.io"; // Kubernetes has some of its own
    home.kubectl("delete", slices, "milan", tenant, "--timeout=60s").outOrThrow();
    soon(
        () ->
            assertThat(home.kubectl("get", "virtualnodes,namespacemaps", tenant, "-o=name").out())
                .isEmpty());
    home.kubectl("delete", "-f", consumer.toString(), "--ignore-not-found").outOrThrow();
    away.kubectl("delete", "-f", provider.toString(), "--ignore-not-found").outOrThrow();
  }

  @Test
  void whatAttachingChangesCanBeSeenBefore() {
    String[] attach = {
      "attach-cluster",
      "bare",
      "--agentless",
      "--cpu=1",
      "--memory=1Gi",
      "--remote-kubeconfig=" + away.kubeconfig()
    };
    String[] detach = {"detach-cluster", "bare"};
    assertThat(tried(attach).out())
        .contains("kind: \"Namespace\"", "kind: \"Secret\"", "kind: \"VirtualNode\"", "cpu: \"1\"")
        .as("credentials are not shown")
        .doesNotContain("\ndata:\n");
    assertThat(Leftovers.changes(hadHome, home)).isEmpty();
    Told.in(home.kubeconfig(), attach).succeeds();

    assertThat(tried(detach).out())
        .contains("# to be deleted in rome", "name: \"bare\"", "name: \"liqo-tenant-bare\"");
    assertThat(tried("resume", "bare").out())
        .contains("kind: \"VirtualNode\"", "name: \"bare\"", "sluice.io/resume: ");
    assertThat(home.kubectl("get", "virtualnode", "-A", "-o=yaml").out())
        .contains("name: bare")
        .doesNotContain("sluice.io/resume", "deletionTimestamp");
    Told.in(home.kubeconfig(), detach).succeeds();
  }

  private int steps(Consumer<Peering> way) {
    AtomicInteger count = new AtomicInteger();
    walk(_ -> count.incrementAndGet(), way);
    Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
    return count.get();
  }

  private void breakOff(int last, Consumer<Peering> way) {
    AtomicInteger count = new AtomicInteger();
    Consumer<String> told =
        _ -> {
          if (count.incrementAndGet() == last) {
            throw new IllegalStateException("broken off");
          }
        };
    assertThatThrownBy(() -> walk(told, way)).hasMessage("broken off");
  }

  private void walk(Consumer<String> told, Consumer<Peering> way) {
    try (Api here = connect(home);
        Api there = connect(away)) {
      way.accept(
          new Peering(
              new Peering.Pair("rome", "milan"),
              new ConsumerSteps(here, PATIENCE),
              new ProviderSteps(there, PATIENCE, Clock.systemUTC()),
              told));
    }
  }

  private static Api connect(Cluster cluster) {
    return new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(), null), "test");
  }

  private static void soon(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
  }
}
