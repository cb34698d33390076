package io.sluice.manager.provider.sharing.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.translate.share.Amounts;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** §7.2, with the sample plugin as the other side. */
class ResourcePluginTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @Test
  void asksForEachConsumerFollowsChangesAndKeepsTheLastAnswerOfADeadPlugin() throws Exception {
    Path file =
        Files.writeString(folder.resolve("amounts"), "milan.cpu=4\nmilan.memory=1Gi\noslo.cpu=1");
    AtomicInteger changes = new AtomicInteger();
    Process sample = sample("0", file);
    int port = port(sample);
    try (ResourcePlugin plugin =
        new ResourcePlugin("127.0.0.1:" + port, changes::incrementAndGet).start()) {
      assertThat(plugin.of("milan").trouble()).contains("has not answered yet");
      says(plugin, "milan", "4", "");
      says(plugin, "oslo", "1", "");
      assertThat(changes.get()).isPositive();

      Files.writeString(file, "milan.cpu=7\noslo.cpu=1");
      says(plugin, "milan", "7", "");

      Files.writeString(file, "milan.cpu=-3\noslo.cpu=2");
      says(plugin, "oslo", "2", "");
      says(plugin, "milan", "7", "talks nonsense");

      sample.destroyForcibly().waitFor();
      says(plugin, "oslo", "2", "does not answer");

      Files.writeString(file, "milan.cpu=9");
      sample = sample(Integer.toString(port), file);
      says(plugin, "milan", "9", "");
      plugin.retain(Set.of("milan"));
      assertThat(plugin.of("oslo").trouble()).contains("has not answered yet");
    } finally {
      sample.destroyForcibly();
    }
  }

  @Test
  void whatIsNoMessageIsRefused() {
    for (byte[] nonsense :
        List.of(new byte[] {0x0a, 0x7f}, new byte[] {0x0a}, new byte[] {7}, new byte[] {-1, -1})) {
      assertThatThrownBy(() -> ReaderService.READ.parseResponse(new ByteArrayInputStream(nonsense)))
          .isInstanceOf(io.grpc.StatusRuntimeException.class);
    }
  }

  private static void says(ResourcePlugin plugin, String consumer, String cpu, String trouble) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              ResourcePlugin.Answer answer = plugin.of(consumer);
              assertThat(answer.byPool().getOrDefault("", Amounts.NONE).get("cpu"))
                  .isEqualByComparingTo(cpu);
              if (trouble.isEmpty()) {
                assertThat(answer.trouble()).isEmpty();
              } else {
                assertThat(answer.trouble()).contains(trouble);
              }
            });
  }

  private static Process sample(String port, Path file) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "../examples/resource-plugin/FixedAmounts.java",
            port,
            file.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static int port(Process sample) throws IOException {
    BufferedReader out = sample.inputReader();
    String line = out.readLine();
    return Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
  }
}
