package io.sluice.testbed.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testbed.Launcher;
import io.sluice.testbed.StandingBed;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.ProcessRecord;
import io.sluice.testbed.host.Shell;
import io.sluice.testbed.model.Component;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a process of its own: what it leaves behind when it ends badly, or well. */
class LauncherE2ETest {
  private static final Duration LONG = Duration.ofSeconds(60);
  @TempDir Path folder;

  @Test
  void downRemovesWhatAKilledLauncherLeftBehind() throws Exception {
    Process launcher = launch("up", "victim");
    List<ProcessRecord> left = processesOnceTheApiServerRuns("victim");
    launcher.destroyForcibly().waitFor();
    assertThat(left).allMatch(ProcessRecord::alive);

    assertThat(launch("down", "victim").waitFor()).isZero();
    assertThat(left).noneMatch(ProcessRecord::alive);
    assertThat(folderOf("victim")).isEmpty();
  }

  @Test
  void anInterruptedLauncherRemovesWhatItBegan() throws Exception {
    Process launcher = launch("up", "regretted");
    List<ProcessRecord> begun = processesOnceTheApiServerRuns("regretted");
    Shell.must("sh", "-c", "kill -INT " + launcher.pid());

    assertThat(launcher.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(begun).noneMatch(ProcessRecord::alive);
    assertThat(folderOf("regretted")).isEmpty();
  }

  @Test
  void leavesClustersRunningUntilTheyAreTakenDown() throws Exception {
    Process up = launch("up", "standing", "--nodes=none");
    assertThat(up.waitFor()).isZero();
    String kubeconfig = new Launcher(folder).out("up").getFirst();
    assertThat(Path.of(kubeconfig)).exists();
    List<ProcessRecord> running = processes(folderOf("standing"));
    assertThat(running).hasSize(4).allMatch(ProcessRecord::alive);

    assertThat(launch("up", "standing", "--nodes=none").waitFor()).isZero();
    assertThat(new Launcher(folder).out("up").getFirst()).isEqualTo(kubeconfig);
    assertThat(launch("down", "standing").waitFor()).isZero();
    assertThat(running).noneMatch(ProcessRecord::alive);
  }

  @Test
  void saysInOneLineThatAPortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process up = launch("up", "unlucky", "--port=" + taken.getLocalPort());
      assertThat(up.waitFor()).isEqualTo(2);
      assertThat(new Launcher(folder).err("up"))
          .containsExactly("sluice testbed: port " + taken.getLocalPort() + " is taken");
      assertThat(folderOf("unlucky")).isEmpty();
    }
  }

  @Test
  void saysInOneLineThatAClusterIsUnknown() throws Exception {
    assertThat(launch("down", "nobody").waitFor()).isEqualTo(2);
    assertThat(new Launcher(folder).err("down"))
        .containsExactly("sluice testbed: there is no cluster named nobody");
  }

  private Process launch(String... arguments) throws IOException {
    return new Launcher(folder).start(arguments);
  }

  private List<ProcessRecord> processesOnceTheApiServerRuns(String cluster) {
    await()
        .atMost(LONG)
        .until(
            () ->
                folderOf(cluster).stream()
                    .anyMatch(it -> Files.exists(it.record(Component.API_SERVER))));
    return processes(folderOf(cluster));
  }

  private static List<ProcessRecord> processes(List<ClusterFolder> folders) {
    return folders.stream()
        .flatMap(it -> Arrays.stream(Component.values()).map(it::record))
        .flatMap(record -> ProcessRecord.read(record).stream())
        .toList();
  }

  private static List<ClusterFolder> folderOf(String cluster) {
    return StandingBed.standard().clusters().stream()
        .filter(it -> it.name().equals(cluster))
        .toList();
  }
}
