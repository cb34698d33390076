package io.sluice.bench.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** Plays the provider's API server: 101 and then every byte back, or 403 on a path that says so. */
final class Echo implements AutoCloseable {
  private static final String SWITCHED =
      String.join(
          "\r\n",
          "HTTP/1.1 101 Switching Protocols",
          "Connection: Upgrade",
          "Upgrade: SPDY/3.1",
          "X-Stream-Protocol-Version: v4.channel.k8s.io",
          "",
          "");

  private final SSLServerSocket listening;
  final AtomicInteger bytesAfterRefusal = new AtomicInteger();

  Echo(SSLContext tls) throws IOException {
    listening = (SSLServerSocket) tls.getServerSocketFactory().createServerSocket(0, 1024);
    Thread.ofVirtual().name("echo").start(this::accept);
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
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      String head = Heads.read(in, 1 << 20);
      if (head.contains("refuse")) {
        out.write(Heads.bytes("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"));
        bytesAfterRefusal.addAndGet(in.readAllBytes().length);
        return;
      }
      out.write(Heads.bytes(SWITCHED));
      in.transferTo(out);
    } catch (IOException _) {
      // the splice is gone
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
