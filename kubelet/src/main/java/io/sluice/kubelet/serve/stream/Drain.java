package io.sluice.kubelet.serve.stream;

import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

/**
 * Hears out a sender whose words go nowhere any more. A connection that is closed while something
 * comes in is reset, and what was on its way out to the sender would be lost with it.
 */
final class Drain extends IteratingCallback {
  private static final int CHUNK = 4 * 1024;

  private final EndPoint from;
  private final ByteBufferPool buffers;
  private final Runnable onEnd;
  private final Callback readable = Callback.from(this::iterate, this::abort);

  Drain(EndPoint from, ByteBufferPool buffers, Runnable onEnd) {
    this.from = from;
    this.buffers = buffers;
    this.onEnd = onEnd;
  }

  @Override
  protected Action process() throws Throwable {
    RetainableByteBuffer buffer = buffers.acquire(CHUNK, false);
    try {
      int read;
      do {
        buffer.getByteBuffer().clear().limit(0);
        read = from.fill(buffer.getByteBuffer());
      } while (read > 0);
      if (read < 0) {
        return Action.SUCCEEDED;
      }
    } finally {
      buffer.release();
    }
    from.fillInterested(readable);
    return Action.IDLE;
  }

  @Override
  protected void onCompleteSuccess() {
    onEnd.run();
  }

  @Override
  protected void onCompleteFailure(Throwable cause) {
    onEnd.run();
  }
}
