package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.manager.border.Patience;
import io.sluice.manager.consumer.peering.ConsumerSteps;
import io.sluice.manager.consumer.peering.Peering;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.net.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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
    round(); // what the managers keep for themselves is there from now on
    hadHome = Leftovers.everything(home);
    hadAway = Leftovers.everything(away);
  }

  @AfterEach
  void nothingIsLeft() {
    soon(() -> assertThat(Leftovers.everything(home)).isEqualTo(hadHome));
    soon(() -> assertThat(Leftovers.everything(away)).isEqualTo(hadAway));
  }

  @AfterAll
  void leave() {
    rome.close();
    milan.close();
    link.close();
    for (Cluster cluster : List.of(home, away)) {
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
    soon(() -> assertThat(home.kubectl("get", "node", "milan").out()).contains(" Ready"));
    Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
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
    home.kubectl("create", "namespace", "bazaar").outOrThrow();
    Told.in(home.kubeconfig(), "offload", "namespace", "bazaar").succeeds();
    soon(() -> assertThat(away.kubectl("get", "namespace", "bazaar-rome").ok()).isTrue());

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
    Told.in(home.kubeconfig(), "unoffload", "namespace", "bazaar").succeeds();
    home.kubectl("delete", "namespace", "bazaar").outOrThrow();
    soon(() -> assertThat(Leftovers.everything(home)).isEqualTo(hadHome));
    assertThat(away.kubectl("get", "tenant", "rome", "-n", "liqo-tenant-rome").ok()).isTrue();

    link.heal();
    Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
  }

  @Test
  void somebodyWhoMayOnlyPeerCanPeerAndPart() throws IOException {
    Told user =
        Told.in(away.kubeconfig(), "generate", "peering-user", "--remote-cluster-id=rome")
            .succeeds();
    Path theirs = Files.writeString(folder.resolve("peering-user"), user.out());
    for (String command : List.of("peer", "peer", "unpeer")) {
      Told.in(home.kubeconfig(), command, "--remote-kubeconfig", theirs.toString()).succeeds();
    }
    String own = "sluice-peering-user-rome";
    Told.between(home, away, "unpeer", "--delete-namespaces").succeeds();
    away.kubectl("delete", "clusterrole,clusterrolebinding", own).outOrThrow();
    away.kubectl("delete", "role,rolebinding", own, "-n", "sluice").outOrThrow();
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
