package io.sluice.kubelet.serve;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A client that may say anything. */
record RawClient(SSLSocket socket, InputStream in, OutputStream out) implements AutoCloseable {
  static final String UPGRADE =
      headers(
          "Connection: Upgrade",
          "Upgrade: SPDY/3.1",
          "X-Stream-Protocol-Version: v4.channel.k8s.io");

  static RawClient connect(SSLContext tls, int port) throws IOException {
    SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(30_000);
    return new RawClient(socket, socket.getInputStream(), socket.getOutputStream());
  }

  static String headers(String... lines) {
    return String.join("\r\n", lines) + "\r\n";
  }

  /** Sends a request line with headers and reads the head of the answer. */
  String ask(String line, String headers) throws IOException {
    out.write(bytes(line + " HTTP/1.1\r\nHost: node\r\n" + headers + "\r\n"));
    return head(in);
  }

  static String exec(String pod) {
    return "POST /exec/ns/" + pod + "/c?command=sh&input=1&output=1";
  }

  static int status(String head) {
    return Integer.parseInt(head.split(" ", 3)[1]);
  }

  static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int matched = 0;
    while (matched < 4) {
      int read = in.read();
      if (read < 0) {
        throw new EOFException("no head: " + head);
      }
      head.write(read);
      matched = read == "\r\n\r\n".charAt(matched) ? matched + 1 : read == '\r' ? 1 : 0;
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
