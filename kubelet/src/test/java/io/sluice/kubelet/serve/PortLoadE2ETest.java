package io.sluice.kubelet.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What streams cost the process that serves them: memory when idle, processor time when not. */
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class PortLoadE2ETest {
  private static final int IDLE = 1000;

  /** Opened before anything is measured: classes, code, buffers and selectors are there then. */
  private static final int WARM = 200;

  private static final long MOST = 60_000;
  private static final int MEGABYTES = 20;
  private static final long BYTES_PER_SECOND = 10_000_000;
  private static final int ROUNDS = 4;

  private Stage stage;
  private SSLContext apiServer;
  private SlowLink slow;

  @BeforeEach
  void open() throws Exception {
    stage = new Stage();
    apiServer = stage.certified("api-server");
    slow = new SlowLink(stage.provider.port(), BYTES_PER_SECOND);
  }

  @AfterEach
  void close() throws Exception {
    slow.close();
    stage.close();
  }

  @Test
  void aThousandIdleStreamsCostLittleAndLeaveNothing() throws Exception {
    Queue<RawClient> open = new ConcurrentLinkedQueue<>();
    try (PortProcess port = PortProcess.start(stage, stage.provider.port())) {
      Parallel.run(16, WARM, _ -> open.add(exec(port)));
      PortProcess.Memory before = port.memory();
      Parallel.run(16, IDLE, _ -> open.add(exec(port)));
      PortProcess.Memory after = port.memory();
      for (RawClient client : open) { // all of them are alive
        client.out().write('x');
        assertThat(client.in().read()).isEqualTo('x');
      }
      Parallel.run(16, WARM + IDLE, _ -> open.remove().close());
      await().atMost(Duration.ofSeconds(60)).until(() -> stage.provider.open.get() == 0);
      PortProcess.Memory left = port.memory();
      System.out.printf(
          "of %s, %d idle streams made %s, and after them it was %s%n", before, IDLE, after, left);
      assertThat((after.used() - before.used()) / IDLE).as("in use").isLessThanOrEqualTo(MOST);
      assertThat((after.resident() - before.resident()) / IDLE)
          .as("resident")
          .isLessThanOrEqualTo(MOST);
      assertThat(left.used()).as("nothing stays").isLessThan(before.used());
    } finally {
      for (RawClient client : open) {
        client.close();
      }
    }
  }

  /** By turns, so that whatever else the machine does is the same for both. */
  @Test
  void aSlowLinkIsUsedToTheFull() throws Exception {
    Duration direct = Duration.ZERO;
    Duration spliced = Duration.ZERO;
    Duration busy = Duration.ZERO;
    try (RawClient straight = RawClient.connect(stage.anonymous(), slow.port());
        PortProcess port = PortProcess.start(stage, slow.port());
        RawClient through = exec(port)) {
      String ask = "POST /api/v1/namespaces/ns-twin/pods/echo/exec";
      assertThat(straight.ask(ask, RawClient.UPGRADE)).startsWith("HTTP/1.1 101");
      for (int i = 0; i < ROUNDS; i++) { // code gets warm, as in a process that has run for a while
        send(straight);
        send(through);
      }
      for (int i = 0; i < ROUNDS; i++) {
        direct = direct.plus(send(straight));
        Duration before = port.processorTime();
        spliced = spliced.plus(send(through));
        busy = busy.plus(port.processorTime().minus(before));
      }
    }
    double ratio = (double) direct.toMillis() / spliced.toMillis();
    System.out.printf(
        "%d MB each way at 10 MB/s: direct %d ms, spliced %d ms, %.3f of the throughput;"
            + " %.2f ms of processor time per MB%n",
        ROUNDS * MEGABYTES,
        direct.toMillis(),
        spliced.toMillis(),
        ratio,
        (double) busy.toMillis() / (2 * ROUNDS * MEGABYTES));
    assertThat(ratio).isGreaterThanOrEqualTo(0.95);
  }

  /** There and back, so that both directions are in use. */
  private static Duration send(RawClient client) throws Exception {
    byte[] megabyte = new byte[1_000_000];
    long begun = System.nanoTime();
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    for (int i = 0; i < MEGABYTES; i++) {
                      client.out().write(megabyte);
                    }
                  } catch (IOException e) {
                    // whoever reads the echo misses it
                  }
                });
    client.in().skipNBytes((long) MEGABYTES * megabyte.length);
    writer.join();
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private RawClient exec(PortProcess port) throws IOException {
    RawClient client = RawClient.connect(apiServer, port.number());
    assertThat(client.ask(RawClient.exec("echo"), RawClient.UPGRADE)).startsWith("HTTP/1.1 101");
    return client;
  }
}
