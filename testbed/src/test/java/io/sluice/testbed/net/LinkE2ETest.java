package io.sluice.testbed.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.CommandResult;
import io.sluice.testbed.plane.Api;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@NeedsClusters("away")
class LinkE2ETest {
  @Test
  void carriesRequestsWithTheServersCertificateVerified(Cluster away) {
    try (Link link = Link.to(away)) {
      assertThat(readyz(away, link).outOrThrow()).isEqualTo("ok");
      assertThat(link.bytes(Direction.TO_SERVER)).isPositive();
      assertThat(link.bytes(Direction.FROM_SERVER)).isPositive();
    }
  }

  @Test
  void carriesNothingWhileCutAndEverythingAfterHealing(Cluster away) {
    try (Link link = Link.to(away)) {
      link.cut();
      assertThat(readyz(away, link).exitCode()).isNotZero();
      assertThat(link.bytes(Direction.TO_SERVER)).isZero();
      link.heal();
      assertThat(readyz(away, link).outOrThrow()).isEqualTo("ok");
    }
  }

  @Test
  void aRequestWhoseAnswerIsCutOffHasHappenedAllTheSame(Cluster away, TestNamespace namespace)
      throws InterruptedException {
    Path identity = away.kubeconfig("one-way", "system:masters");
    try (Link link = Link.to(away);
        Api api = Api.of(link.kubeconfig(identity))) {
      // The connection exists before the cut, as that of a busy client does.
      assertThat(api.get("/readyz").code()).isEqualTo(200);
      link.cutOneWay(Direction.FROM_SERVER);
      AtomicInteger answered = new AtomicInteger();
      Thread caller = Thread.ofVirtual().start(() -> answered.set(create(api, namespace).code()));
      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> away.audit().all().by("one-way").verb("create").count() == 1);
      assertThat(answered.get()).isZero();

      link.heal();
      caller.join();
      assertThat(answered.get()).isEqualTo(201);
    }
  }

  @Test
  void turnsClientsAwayWhileRefusing(Cluster away) {
    try (Link link = Link.to(away)) {
      link.refuse();
      Instant begin = Instant.now();
      assertThat(readyz(away, link).exitCode()).isNotZero();
      assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(5));
      assertThat(link.openConnections()).isZero();
      link.heal();
      assertThat(readyz(away, link).outOrThrow()).isEqualTo("ok");
    }
  }

  @Test
  void addsTheDelayToEveryRoundTrip(Cluster away) {
    try (Link link = Link.to(away)) {
      link.delay(Duration.ofMillis(200));
      Instant begin = Instant.now();
      readyz(away, link).outOrThrow();
      // At least the TLS handshake and the request go there and back.
      assertThat(Duration.between(begin, Instant.now())).isGreaterThan(Duration.ofMillis(800));
    }
  }

  private static Api.Answer create(Api api, TestNamespace namespace) {
    ObjectNode map = Api.JSON.createObjectNode();
    map.putObject("metadata").put("name", "m");
    return api.create("/api/v1/namespaces/" + namespace.name() + "/configmaps", map);
  }

  private static CommandResult readyz(Cluster cluster, Link link) {
    return cluster.kubectl(
        "--kubeconfig=" + link.kubeconfig(cluster.kubeconfig()),
        "--request-timeout=5s",
        "get",
        "--raw",
        "/readyz");
  }
}
