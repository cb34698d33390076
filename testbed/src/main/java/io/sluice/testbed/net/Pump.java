package io.sluice.testbed.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Carries bytes one way between two sockets through a gate. Reading and writing are apart, so that
 * a delay costs time but no throughput; the queue is short, so that a stalled receiver is felt by
 * the sender.
 */
final class Pump {
  private static final int CHUNK = 32 * 1024;
  private static final int QUEUE = 64;

  private final Socket from;
  private final Socket to;
  private final Gate gate;
  private final Runnable onBreak;
  private final BlockingQueue<Chunk> travelling = new ArrayBlockingQueue<>(QUEUE);

  private record Chunk(ByteBuffer bytes, long due) {}

  Pump(Socket from, Socket to, Gate gate, Runnable onBreak) {
    this.from = from;
    this.to = to;
    this.gate = gate;
    this.onBreak = onBreak;
  }

  void start() {
    Thread.ofVirtual().start(() -> guarded(this::read));
    Thread.ofVirtual().start(() -> guarded(this::write));
  }

  private void read() throws IOException, InterruptedException {
    InputStream in = from.getInputStream();
    byte[] buffer = new byte[CHUNK];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      travelling.put(new Chunk(ByteBuffer.wrap(Arrays.copyOf(buffer, count)), gate.dueNanos()));
    }
    travelling.put(new Chunk(ByteBuffer.allocate(0), gate.dueNanos()));
  }

  private void write() throws IOException, InterruptedException {
    OutputStream out = to.getOutputStream();
    while (true) {
      Chunk chunk = travelling.take();
      if (!gate.pass(chunk.due())) {
        throw new IOException("link closed");
      }
      if (!chunk.bytes().hasRemaining()) {
        // The end of the stream.
        to.shutdownOutput();
        if (from.isOutputShutdown()) {
          onBreak.run(); // both ways are over
        }
        return;
      }
      out.write(chunk.bytes().array());
      gate.count(chunk.bytes().capacity());
    }
  }

  /** A broken socket on one side breaks the other side too, as a network does. */
  private void guarded(Work work) {
    try {
      work.run();
    } catch (IOException e) {
      onBreak.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      onBreak.run();
    }
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }
}
