package io.sluice.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.sluice.engine.guard.Absence;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.net.Link;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Feeds on a real API server, over a link that can be cut. */
@NeedsClusters(value = "engine", nodes = NodeKind.NONE)
class FeedApiTest {
  private static final Kind<ConfigMap> MAPS = Kind.of(ConfigMap.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String FOLLOWER = "follower";

  private final List<AutoCloseable> open = new ArrayList<>();
  private Api direct;
  private Api linked;
  private Link link;
  private Cluster cluster;
  private String namespace;

  @BeforeEach
  void connect(Cluster engine, TestNamespace home) {
    cluster = engine;
    namespace = home.name();
    link = Link.to(engine);
    Path follower = engine.kubeconfig(FOLLOWER, "system:masters");
    direct = new Api(Endpoint.fromKubeconfig(engine.kubeconfig(), null), "test");
    linked = new Api(Endpoint.fromKubeconfig(link.kubeconfig(follower), null), FOLLOWER);
    open.addAll(List.of(link, direct, linked));
  }

  @AfterEach
  void disconnect() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  @Test
  void listsWhatIsThereThenFollowsWhatHappens() throws InterruptedException {
    ConfigMap old = create("old");
    Feed<ConfigMap> feed = feed();
    assertThat(feed.get(ref("old"))).isPresent();
    assertThat(feed.get(ref("old")).orElseThrow().getMetadata().getManagedFields()).isNullOrEmpty();
    create("new");
    awaitPresent(feed, "new");
    delete(old);
    awaitAbsent(feed, "old");
    assertThat(feed.sawDeletion(old.getMetadata().getUid())).isTrue();
  }

  @Test
  void resumesWithoutAnotherListAfterItsConnectionBroke() throws InterruptedException {
    ConfigMap doomed = create("doomed");
    Feed<ConfigMap> feed = feed();
    create("last-news");
    awaitPresent(feed, "last-news");
    link.refuse();
    AuditLog.Mark mark = cluster.audit().mark();
    create("missed");
    delete(doomed);
    await().atMost(PATIENCE).until(() -> feed.trouble().isPresent());
    link.heal();
    awaitPresent(feed, "missed");
    awaitAbsent(feed, "doomed");
    assertThat(feed.sawDeletion(doomed.getMetadata().getUid())).isTrue();
    assertThat(feed.trouble()).isEmpty();
    assertThat(lists(mark)).isZero();
  }

  @Test
  @ResourceLock("the server of these tests")
  void goesOnAfterTheServerWasReplaced() throws InterruptedException {
    Feed<ConfigMap> feed = feed();
    cluster.restart(Component.API_SERVER);
    create("after");
    awaitPresent(feed, "after");
  }

  /** T-14: the server has forgotten what happened meanwhile, so nobody saw the deletion. */
  @Test
  void listsAgainWhenItsPlaceIsTooOldAndTakesAbsenceForNoDeletion() throws InterruptedException {
    ConfigMap doomed = create("doomed");
    String uid = doomed.getMetadata().getUid();
    Feed<ConfigMap> feed = feed();
    link.refuse();
    delete(doomed);
    create("missed");
    cluster.restart(Component.API_SERVER); // its history of changes begins anew
    AuditLog.Mark mark = cluster.audit().mark();
    link.heal();
    awaitPresent(feed, "missed");
    awaitAbsent(feed, "doomed");
    assertThat(lists(mark)).isEqualTo(1);
    assertThat(feed.sawDeletion(uid)).isFalse();
    assertThat(Absence.proved(linked, feed, ref("doomed"), uid)).isTrue();
  }

  @Test
  void readsItsOwnWritesBeforeTheWatchBringsThem() throws InterruptedException {
    Feed<ConfigMap> feed = feed();
    link.cut();
    ConfigMap written = create("mine");
    feed.seen(written);
    assertThat(feed.get(ref("mine"))).isPresent();
    ConfigMap newer = direct.patch(MAPS, ref("mine"), Patch.merge(data("2")));
    feed.seen(newer);
    assertThat(feed.get(ref("mine")).orElseThrow().getData()).containsEntry("key", "2");
    link.heal();
    feed.delete(ref("mine"), newer.getMetadata().getUid(), null);
    assertThat(feed.get(ref("mine"))).isEmpty(); // and late echoes do not bring it back
    create("next");
    awaitPresent(feed, "next");
    assertThat(feed.get(ref("mine"))).isEmpty();
    assertThat(feed.sawDeletion(newer.getMetadata().getUid())).isTrue();
  }

  /** What was refused meanwhile waits for a change, and nothing else would be one. */
  @Test
  void tellsWhenTheServerTakesUsAgain() throws InterruptedException {
    AtomicInteger told = new AtomicInteger();
    Feed<ConfigMap> feed = new Feed<>(linked, MAPS, Scope.namespace(namespace), counting(told));
    open.add(feed.start());
    assertThat(feed.awaitSynced(PATIENCE)).isTrue();
    Endpoint known = linked.endpoint();
    linked.use(Endpoint.fromKubeconfig(link.kubeconfig(cluster.kubeconfig("nobody")), null));
    await()
        .atMost(PATIENCE)
        .until(() -> feed.trouble().filter(it -> it.is(Problem.FORBIDDEN)).isPresent());
    assertThat(told).hasValue(1);
    linked.use(known);
    await().atMost(PATIENCE).until(() -> told.get() == 2);
    create("after");
    awaitPresent(feed, "after");
  }

  private static Feed.Listener<ConfigMap> counting(AtomicInteger told) {
    return new Feed.Listener<>() {
      @Override
      public void changed(Ref ref, @Nullable ConfigMap now) {}

      @Override
      public void synced() {
        told.incrementAndGet();
      }
    };
  }

  @Test
  void nobodyRestsOnWhenSomebodyIsAnsweredAgain() throws InterruptedException {
    link.refuse();
    assertThatThrownBy(() -> linked.get(MAPS, ref("any"))).isInstanceOf(ApiFailure.class);
    Thread resting = Thread.ofVirtual().start(() -> linked.rest(Duration.ofMinutes(10)));
    link.heal();
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> linked.list(MAPS, Scope.namespace(namespace)) != null);
    assertThat(resting.join(PATIENCE)).isTrue();
  }

  /** D-26: servers allow 100 streams per connection; 200 feeds need three, and one for requests. */
  @Test
  void sharesFewConnectionsAmongManyFeeds() throws InterruptedException {
    List<Feed<ConfigMap>> feeds = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      feeds.add(start());
    }
    create("news");
    feeds.forEach(feed -> awaitPresent(feed, "news"));
    assertThat(link.openConnections()).isEqualTo(4);
    assertThat(direct.get(MAPS, ref("news"))).isNotNull();
  }

  /** As while a server starts: some are answered already, others are not. */
  @Test
  void whoeverIsRefusedTakesNoConnectionAwayFromOthers() throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> linked.stream("/api/v1/unknown?watch=true", PATIENCE))
          .isInstanceOf(ApiFailure.class);
      feed();
    }
    assertThat(link.openConnections()).isEqualTo(2);
  }

  /** Watches end all the time, for servers limit them; each would leave a connection behind. */
  @Test
  void aWatchThatEndsTakesNoConnectionAwayFromOthers() throws Exception {
    String brief = MAPS.path(namespace) + "?watch=true&timeoutSeconds=1";
    for (int i = 0; i < 5; i++) {
      feed();
      try (Stream ending = linked.stream(brief, PATIENCE)) {
        ending.body().transferTo(OutputStream.nullOutputStream());
      }
    }
    feed();
    assertThat(link.openConnections()).isEqualTo(2);
  }

  /** Who goes on with the old identity is never told that the new one is taken. */
  @Test
  void noWatchOutlivesItsIdentityOnAConnectionThatNobodyElseUses() throws Exception {
    Feed<ConfigMap> feed = feed();
    link.cut();
    assertThatThrownBy(() -> linked.stream(MAPS.path(namespace) + "?watch=true", PATIENCE))
        .isInstanceOf(ApiFailure.class);
    link.heal();
    create("unheard");
    awaitPresent(feed, "unheard");
    AuditLog.Mark mark = cluster.audit().mark();
    linked.use(linked.endpoint());
    await()
        .atMost(PATIENCE)
        .until(() -> cluster.audit().since(mark).in(namespace).verb("watch").count() > 0);
  }

  @Test
  void manyWatchesThatEndedTogetherShareANewConnection() throws InterruptedException {
    List<Feed<ConfigMap>> feeds = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      feeds.add(feed());
    }
    link.closeConnections();
    create("news");
    feeds.forEach(feed -> awaitPresent(feed, "news"));
    assertThat(link.openConnections()).isBetween(1, 3);
  }

  @Test
  @ResourceLock("the server of these tests")
  void manyWatchesShareAConnectionAfterTheServerWasReplaced() throws InterruptedException {
    List<Feed<ConfigMap>> feeds = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      feeds.add(feed());
    }
    cluster.restart(Component.API_SERVER);
    create("after");
    feeds.forEach(feed -> awaitPresent(feed, "after"));
    assertThat(link.openConnections()).isBetween(1, 5);
  }

  private Feed<ConfigMap> feed() throws InterruptedException {
    Feed<ConfigMap> feed = start();
    assertThat(feed.awaitSynced(PATIENCE)).isTrue();
    return feed;
  }

  private Feed<ConfigMap> start() {
    Feed<ConfigMap> feed =
        new Feed<>(linked, MAPS, Scope.namespace(namespace), (_, _) -> {}).start();
    open.add(feed);
    return feed;
  }

  private ConfigMap create(String name) {
    return direct.create(
        MAPS,
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .build());
  }

  private void delete(ConfigMap map) {
    direct.delete(MAPS, Ref.of(map), map.getMetadata().getUid(), null);
  }

  private Ref ref(String name) {
    return new Ref(namespace, name);
  }

  private static ConfigMap data(String value) {
    return new ConfigMapBuilder().addToData("key", value).build();
  }

  private long lists(AuditLog.Mark since) {
    return cluster.audit().since(since).by(FOLLOWER).verb("list").count();
  }

  private void awaitPresent(Feed<ConfigMap> feed, String name) {
    await().atMost(PATIENCE).until(() -> feed.get(ref(name)).isPresent());
  }

  private void awaitAbsent(Feed<ConfigMap> feed, String name) {
    await().atMost(PATIENCE).until(() -> feed.get(ref(name)).isEmpty());
  }
}
