package io.sluice.engine.kube;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A response whose body is read as it comes; remembers when it last brought something. */
final class Stream implements AutoCloseable {
  private final HttpResponse<InputStream> response;
  private final @Nullable Duration mostSilence;
  private final Runnable release;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile long heard = System.nanoTime();

  Stream(HttpResponse<InputStream> response, @Nullable Duration mostSilence, Runnable release) {
    this.response = response;
    this.mostSilence = mostSilence;
    this.release = release;
  }

  HttpResponse<InputStream> response() {
    return response;
  }

  InputStream body() {
    return new FilterInputStream(response.body()) {
      @Override
      public int read() throws IOException {
        int read = super.read();
        heard = System.nanoTime();
        return read;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        heard = System.nanoTime();
        return read;
      }
    };
  }

  /** Whether it has been silent for longer than a living server would be. */
  boolean isDead(long now) {
    Duration limit = mostSilence;
    return limit != null && now - heard > limit.toNanos();
  }

  boolean isClosed() {
    return closed.get();
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      response.body().close();
    } catch (IOException _) {
      // nothing is left to be read
    } finally {
      release.run();
    }
  }
}
