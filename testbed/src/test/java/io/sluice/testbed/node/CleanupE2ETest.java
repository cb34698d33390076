package io.sluice.testbed.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Launcher;
import io.sluice.testbed.StandingBed;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.ProcessRecord;
import io.sluice.testbed.host.Root;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.image.Images;
import io.sluice.testbed.model.Component;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine is the same before a cluster with a real node came up and after it went down. */
class CleanupE2ETest {
  @TempDir Path folder;

  @BeforeEach
  void needsRoot() {
    Assumptions.assumeTrue(Root.isRoot(), "real nodes need root");
  }

  @Test
  void downLeavesNothingOfARunningNode() throws Exception {
    Launcher launcher = new Launcher(folder);
    Machine before = Machine.now();
    assertThat(launcher.start("up", "leaver", "--nodes=real").waitFor()).isZero();
    ClusterFolder cluster = cluster("leaver");
    launcher.kubectl(cluster, "run", "busy", "--image=" + Images.BUSYBOX, "--", "sleep", "1000");
    launcher.kubectl(cluster, "wait", "--for=condition=Ready", "pod/busy", "--timeout=30s");
    String label = cluster.slot().map(Slot::label).orElseThrow();
    List<Long> during = Machine.processesOf(cluster.path().toString(), label);
    assertThat(during).hasSizeGreaterThan(8);
    assertThat(Machine.now().beyond(before)).anyMatch(it -> it.contains(label));

    assertThat(launcher.start("down", "leaver").waitFor()).isZero();
    assertThat(Machine.processesOf(cluster.path().toString(), label)).isEmpty();
    assertThat(left(before, label)).isEmpty();
  }

  @Test
  void downLeavesNothingAfterTheLauncherWasKilled() throws Exception {
    Launcher launcher = new Launcher(folder);
    Machine before = Machine.now();
    Process up = launcher.start("up", "doomed", "--nodes=real");
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                StandingBed.standard().clusters().stream()
                    .filter(it -> it.name().equals("doomed"))
                    .anyMatch(it -> ProcessRecord.read(it.record(Component.KUBELET)).isPresent()));
    up.destroyForcibly().waitFor();
    ClusterFolder cluster = cluster("doomed");
    String label = cluster.slot().map(Slot::label).orElseThrow();
    assertThat(Machine.processesOf(cluster.path().toString(), label)).isNotEmpty();

    assertThat(launcher.start("down", "doomed").waitFor()).isZero();
    assertThat(Machine.processesOf(cluster.path().toString(), label)).isEmpty();
    assertThat(left(before, label)).isEmpty();
  }

  /** Whoever else works on the machine makes control groups too; those of a bed say whose. */
  private static List<String> left(Machine before, String label) throws IOException {
    return Machine.now().beyond(before).stream()
        .filter(it -> !it.startsWith("/sys/fs/cgroup") || it.contains(label))
        .toList();
  }

  private static ClusterFolder cluster(String name) {
    return StandingBed.standard().clusters().stream()
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
