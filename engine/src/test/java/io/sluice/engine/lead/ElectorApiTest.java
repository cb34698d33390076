package io.sluice.engine.lead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.lead.Elector.Timing;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.net.Link;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** T-41 on a real API server: never two leaders, whatever the clocks say. */
@NeedsClusters(value = "engine", nodes = NodeKind.NONE)
@Execution(ExecutionMode.CONCURRENT) // each has a lease of its own and mostly waits for it
@ResourceLock(value = "the server of these tests", mode = ResourceAccessMode.READ)
class ElectorApiTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Timing QUICK =
      new Timing(Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofMillis(300));

  private final List<AutoCloseable> open = new ArrayList<>();
  private Cluster cluster;
  private Link link;
  private Ref lease;

  @BeforeEach
  void connect(Cluster engine, TestNamespace home) {
    cluster = engine;
    lease = new Ref(home.name(), "leader");
    link = Link.to(engine);
    open.add(link);
  }

  @AfterEach
  void disconnect() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 0", "-5, 0", "5, -5", "-5, 5"})
  void skewedClocksNeverMakeTwoLeaders(int firstMinutes, int secondMinutes) {
    Member first = member("first", direct(), firstMinutes).awaitLeading();
    Member second = member("second", direct(), secondMinutes);
    // Longer than the lease: whoever trusts clocks takes over within its first rounds.
    watchBoth(first, second, QUICK.lease().plusSeconds(2));
    assertThat(first.elector.leads()).isTrue();
    assertThat(second.epochs).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"5, -5", "-5, 5"})
  void aLeaderThatIsCutOffStopsBeforeAnotherStarts(int firstMinutes, int secondMinutes) {
    Member first = member("first", linked(), firstMinutes).awaitLeading();
    Member second = member("second", direct(), secondMinutes);
    link.cut();
    long cut = System.nanoTime();
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> !first.elector.leads());
    assertThat(Duration.ofNanos(System.nanoTime() - cut))
        .isLessThan(QUICK.renewDeadline().plusMillis(500));
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> neverBoth(first, second) && second.elector.leads());
    link.heal();
    watchBoth(first, second, QUICK.lease());
    second.awaitBegun(1);
    assertThat(first.epochs).containsExactly(0);
  }

  /** Stopping the whole process stops its clock threads too, but not time. */
  @Test
  void aProcessThatWasStoppedDoesNotLeadWhenItContinues() throws Exception {
    try (ElectorProcess stopped = ElectorProcess.start(cluster.kubeconfig(), lease)) {
      stopped.awaitSample("true");
      Member other = member("other", direct(), 0);
      stopped.signal("STOP");
      other.awaitLeading();
      stopped.drain();
      stopped.signal("CONT");
      // It may have been stopped between looking and saying so; whatever follows may not lie.
      stopped.samples(1);
      assertThat(stopped.samples(20)).doesNotContain("true");
      assertThat(other.elector.leads()).isTrue();
    }
  }

  @Test
  void handsOverAtOnceWhenItLeavesInOrder() {
    Member first = member("first", direct(), 0).awaitLeading();
    Member second = member("second", direct(), 0);
    long begin = System.nanoTime();
    first.elector.close();
    second.awaitLeading();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(QUICK.lease());
    assertThat(first.stops).containsExactly(true);
  }

  /** The lease object may be deleted by anyone; its holder still believes in it for a while. */
  @Test
  void aDeletedLeaseMakesNeitherTwoLeadersNorAnOldEpoch() {
    Member first = member("first", linked(), 0).awaitLeading();
    Member second = member("second", direct(), 0);
    Api admin = direct();
    await().atMost(PATIENCE).until(() -> second.observed());
    link.cut();
    Lease present = admin.get(Kind.of(Lease.class), lease);
    admin.delete(Kind.of(Lease.class), lease, present.getMetadata().getUid(), null);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> neverBoth(first, second) && second.elector.leads());
    second.awaitBegun(1);
  }

  /** A busy machine may need longer to start what is led than a lease lasts. */
  @Test
  void goesOnLeadingWhileItsTermTakesLongToBegin() {
    Member first = new Member(direct(), lease, "first", Clock.systemUTC());
    open.add(first.elector);
    first.beginning = QUICK.lease().plusSeconds(2);
    first.elector.start();
    first.awaitLeading();
    Member second = member("second", direct(), 0);
    first.awaitBegun(0);
    assertThat(first.elector.leads()).isTrue();
    assertThat(second.epochs).isEmpty();
    assertThat(first.stops).isEmpty();
  }

  private static void watchBoth(Member first, Member second, Duration time) {
    await()
        .during(time)
        .atMost(time.plusSeconds(5))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> neverBoth(first, second));
  }

  private static boolean neverBoth(Member first, Member second) {
    assertThat(first.elector.leads() && second.elector.leads()).isFalse();
    return true;
  }

  private Api direct() {
    return api(Endpoint.fromKubeconfig(cluster.kubeconfig(), null));
  }

  private Api linked() {
    return api(Endpoint.fromKubeconfig(link.kubeconfig(cluster.kubeconfig()), null));
  }

  private Api api(Endpoint endpoint) {
    Api api = new Api(endpoint, "test");
    open.add(api);
    return api;
  }

  private Member member(String name, Api api, int skewMinutes) {
    Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(skewMinutes));
    Member member = new Member(api, lease, name, clock);
    open.add(member.elector);
    member.elector.start();
    return member;
  }

  /** One elector and what it told. */
  private static final class Member implements Elector.Callbacks {
    final List<Integer> epochs = new CopyOnWriteArrayList<>();
    final List<Boolean> stops = new CopyOnWriteArrayList<>();
    final Elector elector;
    Duration beginning = Duration.ZERO;

    Member(Api api, Ref lease, String name, Clock clock) {
      this.elector = new Elector(api, lease, name, QUICK, clock, this);
    }

    @Override
    public void started(int epoch) {
      await().pollDelay(beginning).until(() -> true);
      epochs.add(epoch);
    }

    @Override
    public void stopped() {
      stops.add(true);
    }

    boolean observed() {
      return elector.holder().isPresent();
    }

    void awaitBegun(int epoch) {
      await().atMost(PATIENCE).until(() -> epochs.equals(List.of(epoch)));
    }

    Member awaitLeading() {
      await().atMost(PATIENCE).until(elector::leads);
      return this;
    }
  }
}
