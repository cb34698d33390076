package io.sluice.kubelet.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A way to a port on which only so many bytes pass in a second, in each direction. */
final class SlowLink implements AutoCloseable {
  private static final int CHUNK = 64 * 1024;

  private final ServerSocket entrance;
  private final int target;
  private final double bytesPerNano;

  SlowLink(int target, long bytesPerSecond) throws IOException {
    this.target = target;
    this.bytesPerNano = bytesPerSecond / 1e9;
    this.entrance = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return entrance.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = entrance.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Thread.ofPlatform().daemon().start(() -> pass(client, server));
        Thread.ofPlatform().daemon().start(() -> pass(server, client));
      }
    } catch (IOException closed) {
      // nobody comes any more
    }
  }

  /** Each chunk is due when all before it have had their time. */
  private void pass(Socket from, Socket to) {
    byte[] chunk = new byte[CHUNK];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      long free = System.nanoTime();
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        long now = System.nanoTime();
        free = Math.max(free, now - 20_000_000) + (long) (count / bytesPerNano);
        if (free > now) {
          Thread.sleep(java.time.Duration.ofNanos(free - now));
        }
        out.write(chunk, 0, count);
      }
    } catch (IOException | InterruptedException gone) {
      // one side has left
    }
  }

  @Override
  public void close() throws IOException {
    entrance.close();
  }
}
