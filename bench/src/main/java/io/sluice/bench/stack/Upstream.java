package io.sluice.bench.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Blocking dialler for the far side of a splice, for stacks whose client has no raw socket. */
final class Upstream {
  private static final int LONGEST_HEAD = 64 * 1024;

  private final SSLContext tls;
  private final int port;

  Upstream(SSLContext tls, int port) {
    this.tls = tls;
    this.port = port;
  }

  /** Status and headers of the answer; in and out are raw bytes after a 101. */
  record Answer(
      int status, Map<String, String> headers, SSLSocket socket, InputStream in, OutputStream out)
      implements AutoCloseable {
    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  Answer upgrade(String request, String protocol) throws IOException {
    SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    OutputStream out = socket.getOutputStream();
    String head =
        request
            + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: Upgrade\r\nUpgrade: "
            + protocol
            + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    InputStream in = socket.getInputStream();
    String[] lines = Heads.read(in, LONGEST_HEAD).split("\r\n", -1);
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon > 0) {
        headers.put(lines[i].substring(0, colon), lines[i].substring(colon + 1).strip());
      }
    }
    return new Answer(Heads.status(lines[0]), headers, socket, in, out);
  }
}
