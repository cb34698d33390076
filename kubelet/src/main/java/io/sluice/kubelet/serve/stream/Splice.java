package io.sluice.kubelet.serve.stream;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Two connections tied together after a verified 101: what comes in on one goes out on the other,
 * unread. Nothing waits for more than one chunk, so whoever reads slowly slows the other end down.
 * When one side ends, the other is told so and has a while to say its last words.
 */
final class Splice extends AbstractConnection implements Connection.UpgradeTo {
  private static final Duration LINGER = Duration.ofSeconds(10);

  private final ByteBufferPool buffers;
  private final Exchange.Raw up;
  private final Consumer<String> onEnd;
  private final AtomicInteger open = new AtomicInteger(2);
  private final AtomicBoolean ended = new AtomicBoolean();
  private ByteBuffer early = BufferUtil.EMPTY_BUFFER;

  /**
   * @param onEnd told once, with the reason
   */
  Splice(EndPoint down, ByteBufferPool buffers, Exchange.Raw up, Consumer<String> onEnd) {
    super(down, Runnable::run);
    this.buffers = buffers;
    this.up = up;
    this.onEnd = onEnd;
  }

  @Override
  public void onUpgradeTo(ByteBuffer sentBehindTheHead) {
    early = ByteBuffer.wrap(BufferUtil.toArray(sentBehindTheHead));
  }

  @Override
  public void onOpen() {
    super.onOpen();
    EndPoint down = getEndPoint();
    down.setIdleTimeout(0);
    up.end().setIdleTimeout(0);
    new Pump(down, up.end(), buffers, early, this::fromClient).iterate();
    new Pump(up.end(), down, buffers, up.early(), this::fromProvider).iterate();
    early = BufferUtil.EMPTY_BUFFER;
  }

  @Override
  public void onFillable() {}

  /** A provider that hears no more may have said its last words already: they are on the way. */
  private void fromClient(Pump.Ending ending, String why) {
    switch (ending) {
      case COMPLETE -> oneLess("ended by client");
      case UNHEARD -> {
        linger();
        new Drain(getEndPoint(), buffers, () -> oneLess("ended by provider")).iterate();
      }
      case BROKEN -> end(why);
    }
  }

  private void fromProvider(Pump.Ending ending, String why) {
    switch (ending) {
      case COMPLETE -> oneLess("ended by provider");
      case UNHEARD, BROKEN -> end(why);
    }
  }

  private void oneLess(String why) {
    if (open.decrementAndGet() == 0) {
      end(why);
    } else {
      linger();
    }
  }

  private void linger() {
    getEndPoint().setIdleTimeout(LINGER.toMillis());
    up.end().setIdleTimeout(LINGER.toMillis());
  }

  void end(String why) {
    if (ended.compareAndSet(false, true)) {
      up.end().close();
      getEndPoint().close();
      onEnd.accept(why);
    }
  }

  @Override
  public void onClose(Throwable cause) {
    super.onClose(cause);
    end("the connection was closed");
  }
}
