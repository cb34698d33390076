package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One pod offloaded between two real clusters, and the requests that it took (D-5). */
@NeedsClusters({"home", "away"})
class ThinSliceE2ETest {

  @Test
  void offloadsAPodBringsItsStatusBackAndRemovesItInSixRequests(
      Cluster home, Cluster away, TestNamespace namespace) {
    String ns = namespace.name();
    try (Peered peered = Peered.start(home, away, ns)) {
      AuditLog.Mark homeMark = home.audit().mark();
      AuditLog.Mark awayMark = away.audit().mark();

      peered.createPod("web", "");
      peered.awaitRunning("web");
      assertThat(peered.field(away, "pod/web", "{.status.phase}")).isEqualTo("Running");
      home.kubectl("delete", "pod", "web", "-n", ns, "--timeout=60s").outOrThrow();
      assertThat(away.kubectl("get", "pods,shadowpods", "-n", ns).err())
          .contains("No resources found");

      Requests atHome = home.audit().since(homeMark).by("kubelet").in(ns);
      Requests inAway = away.audit().since(awayMark).in(ns);
      // The end that is made up before the final DELETE is outside the budget (T-3, D-5a).
      assertThat(
              atHome
                  .writes()
                  .where(request -> !request.target().uri().contains("sluice-terminal"))
                  .counts())
          .isEqualTo(
              Map.of(
                  new Requests.Key("kubelet", "patch", "pods/status"), 1,
                  new Requests.Key("kubelet", "delete", "pods"), 1));
      assertThat(inAway.by("consumer").writes().counts())
          .isEqualTo(
              Map.of(
                  new Requests.Key("consumer", "create", "shadowpods"), 1,
                  new Requests.Key("consumer", "delete", "shadowpods"), 1));
      // Garbage collection is the backstop: it may have been first to delete the pod.
      assertThat(inAway.by("manager").writes().verb("create").count()).isEqualTo(1);
      assertThat(inAway.by("manager").writes().verb("delete").count()).isLessThanOrEqualTo(1);
      assertThat(inAway.by("manager").verb("get").count()).isZero();
      assertThat(atHome.verb("get").count()).isZero();
      // Whoever lacks a right asks again and again; tenants that others left here are not asked
      // for.
      assertThat(
              away.audit()
                  .since(awayMark)
                  .by("manager")
                  .where(request -> !request.namespace().startsWith("liqo-tenant-"))
                  .where(request -> request.code() == 403))
          .isEmpty();
    }
  }
}
