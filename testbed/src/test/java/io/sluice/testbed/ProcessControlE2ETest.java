package io.sluice.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.host.BedProcess;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.Component;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@NeedsClusters("home")
class ProcessControlE2ETest {
  @Test
  void keepsItsDataWhenTheApiServerIsKilledAndRestarted(Cluster home, TestNamespace namespace) {
    home.kubectl("create", "configmap", "kept", "-n", namespace.name()).outOrThrow();
    BedProcess server = home.component(Component.API_SERVER);
    server.kill();
    assertThat(server.alive()).isFalse();
    assertThat(home.kubectl("get", "--raw", "/readyz").exitCode()).isNotZero();

    home.restart(Component.API_SERVER);
    assertThat(server.alive()).isTrue();
    home.kubectl("get", "configmap", "kept", "-n", namespace.name()).outOrThrow();
  }

  @Test
  void aPausedSchedulerBindsNothingUntilItGoesOn(Cluster home, TestNamespace namespace) {
    BedProcess scheduler = home.component(Component.SCHEDULER);
    scheduler.pause();
    try {
      home.kubectl("run", "waits", "--image=pause", "-n", namespace.name()).outOrThrow();
      await()
          .during(Duration.ofSeconds(1))
          .atMost(Duration.ofSeconds(5))
          .until(() -> nodeOf(home, namespace).isEmpty());
    } finally {
      scheduler.resume();
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> !nodeOf(home, namespace).isEmpty());
  }

  private static String nodeOf(Cluster cluster, TestNamespace namespace) {
    return cluster
        .kubectl("get", "pod", "waits", "-n", namespace.name(), "-o=jsonpath={.spec.nodeName}")
        .outOrThrow();
  }
}
