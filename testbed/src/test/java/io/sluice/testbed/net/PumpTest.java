package io.sluice.testbed.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PumpTest {
  private final Gate gate = new Gate();
  private Ends left = new Ends(new Socket(), new Socket());
  private Ends right = left;

  /** Two sockets that talk to each other. */
  private record Ends(Socket outer, Socket inner) {}

  @BeforeEach
  void connect() throws IOException {
    left = pair();
    right = pair();
    new Pump(left.inner(), right.inner(), gate, this::breakBoth).start();
  }

  @AfterEach
  void breakBoth() {
    for (Socket socket : new Socket[] {left.outer(), left.inner(), right.outer(), right.inner()}) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void stallsWhileCutAndDeliversInOrderAfterwards() throws IOException {
    gate.cut(true);
    left.outer().getOutputStream().write(new byte[] {1, 2, 3});
    right.outer().setSoTimeout(200);
    AtomicInteger received = new AtomicInteger();
    await()
        .during(Duration.ofMillis(200))
        .atMost(Duration.ofSeconds(2))
        .until(() -> right.outer().getInputStream().available() == received.get());
    gate.cut(false);
    right.outer().setSoTimeout(5000);
    assertThat(right.outer().getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
    assertThat(gate.bytes()).isEqualTo(3);
  }

  @Test
  void passesTheEndOfOneDirectionOnAndKeepsTheOther() throws IOException {
    new Pump(right.inner(), left.inner(), new Gate(), this::breakBoth).start();
    left.outer().getOutputStream().write(7);
    left.outer().shutdownOutput();
    assertThat(right.outer().getInputStream().readAllBytes()).containsExactly(7);
    right.outer().getOutputStream().write(8);
    assertThat(left.outer().getInputStream().read()).isEqualTo(8);
  }

  @Test
  void aBrokenReceiverBreaksTheSender() throws IOException {
    right.outer().setSoLinger(true, 0);
    right.outer().close();
    left.outer().getOutputStream().write(new byte[1000]);
    await()
        .atMost(Duration.ofSeconds(5))
        .until(
            () -> {
              try {
                left.outer().getOutputStream().write(1);
                return false;
              } catch (IOException e) {
                return true;
              }
            });
  }

  private static Ends pair() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Socket outer = new Socket(server.getInetAddress(), server.getLocalPort());
      return new Ends(outer, server.accept());
    }
  }
}
