package io.sluice.kubelet.serve.stream;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a splice. A buffer is held only while bytes are under way: an idle stream costs
 * its two TLS sessions and no thread.
 */
final class Pump extends IteratingCallback {
  private static final int CHUNK = 32 * 1024;

  private final EndPoint from;
  private final EndPoint to;
  private final ByteBufferPool buffers;
  private final Consumer<String> onEnd;
  private final Callback readable = Callback.from(this::iterate, this::abort);
  private ByteBuffer first;
  private @Nullable RetainableByteBuffer held;

  /**
   * @param first goes ahead of everything that is read
   * @param onEnd told why; empty when the sender has said all
   */
  Pump(
      EndPoint from,
      EndPoint to,
      ByteBufferPool buffers,
      ByteBuffer first,
      Consumer<String> onEnd) {
    this.from = from;
    this.to = to;
    this.buffers = buffers;
    this.first = first;
    this.onEnd = onEnd;
  }

  @Override
  protected Action process() throws Throwable {
    if (first.hasRemaining()) {
      ByteBuffer bytes = first;
      first = BufferUtil.EMPTY_BUFFER;
      to.write(this, bytes);
      return Action.SCHEDULED;
    }
    RetainableByteBuffer buffer = buffers.acquire(CHUNK, false);
    int read;
    try {
      read = from.fill(buffer.getByteBuffer());
    } catch (Throwable e) {
      buffer.release();
      throw e;
    }
    if (read > 0) {
      held = buffer;
      to.write(this, buffer.getByteBuffer());
      return Action.SCHEDULED;
    }
    buffer.release();
    if (read < 0) {
      return Action.SUCCEEDED;
    }
    from.fillInterested(readable);
    return Action.IDLE;
  }

  @Override
  protected void onSuccess() {
    release();
  }

  @Override
  protected void onCompleteSuccess() {
    to.shutdownOutput();
    onEnd.accept("");
  }

  @Override
  protected void onCompleteFailure(Throwable cause) {
    release();
    String why = cause.getMessage();
    onEnd.accept(why == null ? cause.getClass().getSimpleName() : why);
  }

  private void release() {
    RetainableByteBuffer buffer = held;
    held = null;
    if (buffer != null) {
      buffer.release();
    }
  }
}
