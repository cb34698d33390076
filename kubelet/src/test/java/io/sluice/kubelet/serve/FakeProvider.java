package io.sluice.kubelet.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * Plays the provider's API server, byte by byte. The pod's name says what it does: {@code echo}
 * switches protocols and sends everything back, {@code refuse} answers 403 and counts what follows,
 * {@code lies} switches to a protocol that nobody asked for, {@code hangs-up} ends at once, {@code
 * floods} never stops talking, {@code dies} ends in the middle, {@code leaves} says a lot and goes
 * without listening.
 */
final class FakeProvider implements AutoCloseable {
  static final String REFUSAL = "{\"kind\":\"Status\",\"message\":\"exec is forbidden here\"}";

  static final int LAST_WORDS = 400_000;

  private static final String LOG =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n";

  final List<String> heads = new CopyOnWriteArrayList<>();
  final AtomicInteger bytesAfterRefusal = new AtomicInteger();
  final AtomicInteger open = new AtomicInteger();
  final AtomicLong flooded = new AtomicLong();
  private final SSLServerSocket listening;

  FakeProvider(SSLContext tls) throws IOException {
    listening = (SSLServerSocket) tls.getServerSocketFactory().createServerSocket(0, 1024);
    Thread.ofVirtual().name("provider").start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        SSLSocket socket = (SSLSocket) listening.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException _) {
        return; // closed
      }
    }
  }

  private void serve(SSLSocket socket) {
    open.incrementAndGet();
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      String head = RawClient.head(in);
      heads.add(head);
      answer(head, in, out);
    } catch (IOException _) {
      // the other side is gone
    } finally {
      open.decrementAndGet();
    }
  }

  private void answer(String head, InputStream in, OutputStream out) throws IOException {
    String upgrade = head.contains("Upgrade: websocket") ? "websocket" : "SPDY/3.1";
    if (head.contains("/pods/echo/log")) {
      log(head, in, out);
    } else if (head.contains("/pods/echo/")) {
      out.write(RawClient.bytes(switched(upgrade)));
      in.transferTo(out);
    } else if (head.contains("/pods/floods/")) {
      out.write(RawClient.bytes(head.contains("/log") ? LOG : switched(upgrade)));
      flood(
          head.contains("/log") ? "8000\r\n" + "x".repeat(0x8000) + "\r\n" : "x".repeat(0x8000),
          out);
    } else if (head.contains("/pods/dies/")) {
      out.write(
          RawClient.bytes(
              head.contains("/log") ? LOG + "5\r\nhalf\n\r\n" : switched(upgrade) + "half\n"));
    } else if (head.contains("/pods/leaves/")) {
      out.write(RawClient.bytes(switched(upgrade) + "x".repeat(LAST_WORDS)));
    } else if (head.contains("/pods/lies/")) {
      out.write(RawClient.bytes(switched("h2c")));
      bytesAfterRefusal.addAndGet(in.readAllBytes().length);
    } else if (head.contains("/pods/refuse/")) {
      out.write(
          RawClient.bytes(
              "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: "
                  + REFUSAL.length()
                  + "\r\n\r\n"
                  + REFUSAL));
      bytesAfterRefusal.addAndGet(in.readAllBytes().length);
    }
  }

  private void flood(String piece, OutputStream out) throws IOException {
    byte[] bytes = RawClient.bytes(piece);
    while (true) { // until nobody is there
      out.write(bytes);
      flooded.addAndGet(bytes.length);
    }
  }

  private static String switched(String protocol) {
    return "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: "
        + protocol
        + "\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\nX-Secret: inner\r\n\r\n";
  }

  private static void log(String head, InputStream in, OutputStream out) throws IOException {
    out.write(RawClient.bytes(LOG));
    out.write(RawClient.bytes("6\r\nfirst\n\r\n"));
    if (head.contains("follow=true")) {
      in.readAllBytes(); // until the follower goes
    } else {
      out.write(RawClient.bytes("5\r\nlast\n\r\n0\r\n\r\n"));
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
