package io.sluice.kubelet.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * Plays the provider's API server, byte by byte. The pod's name says what it does: {@code echo}
 * switches protocols and sends everything back, {@code refuse} answers 403 and counts what follows,
 * {@code lies} switches to a protocol that nobody asked for, {@code hangs-up} ends at once.
 */
final class FakeProvider implements AutoCloseable {
  static final String REFUSAL = "{\"kind\":\"Status\",\"message\":\"exec is forbidden here\"}";

  final List<String> heads = new CopyOnWriteArrayList<>();
  final AtomicInteger bytesAfterRefusal = new AtomicInteger();
  final AtomicInteger open = new AtomicInteger();
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

  private static String switched(String protocol) {
    return "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: "
        + protocol
        + "\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\nX-Secret: inner\r\n\r\n";
  }

  private static void log(String head, InputStream in, OutputStream out) throws IOException {
    out.write(
        RawClient.bytes(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"));
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
