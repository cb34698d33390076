package io.sluice.kubelet.serve.stream;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
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
  /** How a direction came to its end. */
  enum Ending {
    /** The sender has said all, and it was passed on. */
    COMPLETE,
    /** The receiver takes no more; it may still have something to say. */
    UNHEARD,
    /** The sender is gone in the middle. */
    BROKEN
  }

  private static final int CHUNK = 32 * 1024;

  private final EndPoint from;
  private final EndPoint to;
  private final ByteBufferPool buffers;
  private final BiConsumer<Ending, String> onEnd;
  private final Callback readable = Callback.from(this::iterate, this::abort);
  private ByteBuffer first;
  private boolean writing;
  private @Nullable RetainableByteBuffer held;

  /**
   * @param first goes ahead of everything that is read
   * @param onEnd told how it ended, and why where it broke off
   */
  Pump(
      EndPoint from,
      EndPoint to,
      ByteBufferPool buffers,
      ByteBuffer first,
      BiConsumer<Ending, String> onEnd) {
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
      writing = true;
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
      writing = true;
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
    writing = false;
    release();
  }

  @Override
  protected void onCompleteSuccess() {
    to.shutdownOutput();
    onEnd.accept(Ending.COMPLETE, "");
  }

  @Override
  protected void onCompleteFailure(Throwable cause) {
    release();
    String why = cause.getMessage();
    onEnd.accept(
        writing ? Ending.UNHEARD : Ending.BROKEN,
        why == null ? cause.getClass().getSimpleName() : why);
  }

  private void release() {
    RetainableByteBuffer buffer = held;
    held = null;
    if (buffer != null) {
      buffer.release();
    }
  }
}
