package io.sluice.bench.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** One exec-like stream as the consumer's API server would open it. */
record Session(String head, SSLSocket socket, InputStream in, OutputStream out)
    implements AutoCloseable {

  /** Opens a stream; the early bytes follow the head at once, as an eager client may send them. */
  static Session open(SSLContext tls, int port, String request, byte[] early) throws IOException {
    SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(10_000);
    byte[] head =
        Heads.bytes(
            request
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: Upgrade\r\n"
                + "Upgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\n");
    byte[] all = Arrays.copyOf(head, head.length + early.length);
    System.arraycopy(early, 0, all, head.length, early.length);
    OutputStream out = socket.getOutputStream();
    out.write(all);
    InputStream in = socket.getInputStream();
    return new Session(Heads.read(in, 64 * 1024), socket, in, out);
  }

  int status() throws IOException {
    return Heads.status(head);
  }

  /** Sends bytes and checks that the same come back. */
  void exchange(int size) throws IOException {
    byte[] sent = new byte[size];
    Arrays.fill(sent, (byte) 'x');
    out.write(sent);
    byte[] back = in.readNBytes(size);
    if (!Arrays.equals(sent, back)) {
      throw new IOException("sent " + size + " bytes, got " + back.length + " back");
    }
  }

  /** Sends so many megabytes while reading them back. */
  void pump(int megabytes) throws IOException, InterruptedException {
    byte[] chunk = new byte[64 * 1024];
    long total = megabytes * 1024L * 1024;
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    for (long sent = 0; sent < total; sent += chunk.length) {
                      out.write(chunk);
                    }
                  } catch (IOException e) {
                    System.err.println("writer: " + e);
                  }
                });
    byte[] sink = new byte[64 * 1024];
    for (long got = 0; got < total; ) {
      int read = in.read(sink);
      if (read < 0) {
        throw new IOException("ended after " + got + " bytes");
      }
      got += read;
    }
    writer.join();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
