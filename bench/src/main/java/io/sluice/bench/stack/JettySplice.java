package io.sluice.bench.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Takes a connection over from Jetty after the 101: one virtual thread per direction. A buffer is
 * held only while there are bytes, so an idle stream costs its two TLS sessions and two stacks.
 */
final class JettySplice extends AbstractConnection implements Connection.UpgradeTo {
  private static final int CHUNK = 32 * 1024;

  private final ByteBufferPool buffers;
  private final Upstream.Answer up;
  private byte[] early = {};

  JettySplice(EndPoint down, ByteBufferPool buffers, Upstream.Answer up) {
    super(down, Runnable::run);
    this.buffers = buffers;
    this.up = up;
  }

  @Override
  public void onUpgradeTo(ByteBuffer sentTooEarly) {
    early = BufferUtil.toArray(sentTooEarly);
  }

  @Override
  public void onOpen() {
    super.onOpen();
    Thread.ofVirtual().name("splice-up").start(() -> run(this::upwards));
    Thread.ofVirtual().name("splice-down").start(() -> run(this::downwards));
  }

  @Override
  public void onFillable() {}

  private void upwards() throws IOException {
    OutputStream out = up.out();
    out.write(early);
    while (true) {
      RetainableByteBuffer buffer = buffers.acquire(CHUNK, false);
      try {
        int read = getEndPoint().fill(buffer.getByteBuffer());
        if (read < 0) {
          return;
        }
        ByteBuffer bytes = buffer.getByteBuffer();
        if (read > 0) {
          out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
          bytes.clear().limit(0);
          continue;
        }
      } finally {
        buffer.release();
      }
      try (Blocker.Callback readable = Blocker.callback()) {
        getEndPoint().fillInterested(readable);
        readable.block();
      }
    }
  }

  private void downwards() throws IOException {
    InputStream in = up.in();
    for (int first = in.read(); first >= 0; first = in.read()) {
      RetainableByteBuffer buffer = buffers.acquire(CHUNK, false);
      try {
        ByteBuffer bytes = buffer.getByteBuffer();
        byte[] array = bytes.array();
        int at = bytes.arrayOffset();
        array[at] = (byte) first;
        int more = in.read(array, at + 1, Math.min(in.available(), bytes.capacity() - 1));
        ByteBuffer full = ByteBuffer.wrap(array, at, 1 + Math.max(0, more));
        try (Blocker.Callback written = Blocker.callback()) {
          getEndPoint().write(written, full);
          written.block();
        }
      } finally {
        buffer.release();
      }
    }
  }

  @FunctionalInterface
  private interface Direction {
    void copy() throws IOException;
  }

  private void run(Direction direction) {
    try {
      direction.copy();
    } catch (IOException _) {
      // one side is gone, so the other has nobody to talk to
    } finally {
      up.close();
      getEndPoint().close();
    }
  }
}
