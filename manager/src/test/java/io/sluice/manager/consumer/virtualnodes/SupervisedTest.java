package io.sluice.manager.consumer.virtualnodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real processes: a shell stands in for the kubelet. */
class SupervisedTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir private Path folder;

  @Test
  void startsAgainWhatEndsAndSaysWhy() throws Exception {
    Supervised process = shell("echo once; exit 3");
    try {
      await().atMost(SOON).until(() -> read("kubelet.log").lines().count() >= 3);
      await().atMost(SOON).until(() -> process.state().message().contains("exit code 3"));
    } finally {
      stop(process);
    }
  }

  @Test
  void endsAProcessThatDoesNotListenToFriendlyWords() throws Exception {
    Supervised process = shell("trap '' TERM; echo up; while true; do sleep 0.1; done");
    await()
        .atMost(SOON)
        .until(() -> process.state().running() && read("kubelet.log").contains("up"));

    stop(process);

    assertThat(process.state().running()).isFalse();
    assertThat(process.ended()).isTrue();
  }

  @Test
  void takesOverTheProcessOfASupervisorThatWasKilled() throws Exception {
    Process orphan = orphan("sh\n-c\nsleep 600");

    Supervised process = shell("sleep 600");
    try {
      await().atMost(SOON).until(() -> process.state().running());
      assertThat(process.state().message()).contains("process " + orphan.pid());
      assertThat(orphan.isAlive()).isTrue();
    } finally {
      stop(process);
    }
    assertThat(orphan.isAlive()).isFalse();
  }

  @Test
  void startsAnotherWhenTheOneThatItTookOverEnds() throws Exception {
    Process orphan = orphan("sh\n-c\necho up; sleep 600");
    Supervised process = shell("echo up; sleep 600");
    try {
      await().atMost(SOON).until(() -> process.state().running());
      orphan.destroyForcibly();
      await().atMost(SOON).until(() -> read("kubelet.log").contains("up"));
    } finally {
      stop(process);
    }
  }

  @Test
  void endsTheProcessOfASupervisorThatStartedItInAnotherWay() throws Exception {
    Process orphan = orphan("sh\n-c\nsleep 599");

    Supervised process = shell("sleep 600");
    try {
      await().atMost(SOON).until(() -> !orphan.isAlive());
      await().atMost(SOON).until(() -> process.state().running());
    } finally {
      orphan.destroyForcibly();
      stop(process);
    }
  }

  @Test
  void leavesAProcessAloneThatGotTheSameNumberLater() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "600").start();
    Files.writeString(folder.resolve("kubelet.pid"), stranger.pid() + " 2020-01-01T00:00:00Z");

    Supervised process = shell("sleep 600");
    try {
      await().atMost(SOON).until(() -> process.state().running());
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly();
      stop(process);
    }
  }

  @Test
  void saysThatACommandCannotBeStarted() {
    Supervised process = new Supervised("test", List.of("/does/not/exist"), folder, () -> {});

    await().atMost(SOON).until(() -> process.state().message().startsWith("can't be started"));
  }

  private Supervised shell(String script) {
    return new Supervised("test", List.of("sh", "-c", script), folder, () -> {});
  }

  private Process orphan(String command) throws IOException {
    Process orphan = new ProcessBuilder("sleep", "600").start();
    Files.writeString(
        folder.resolve("kubelet.pid"),
        orphan.pid() + " " + orphan.info().startInstant().orElseThrow() + "\n" + command);
    return orphan;
  }

  private String read(String file) throws IOException {
    Path path = folder.resolve(file);
    return Files.exists(path) ? Files.readString(path) : "";
  }

  private static void stop(Supervised process) throws InterruptedException {
    process.stop();
    process.awaitEnd(SOON);
  }
}
