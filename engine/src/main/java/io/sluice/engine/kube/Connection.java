package io.sluice.engine.kube;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One HTTP/2 connection. The JDK's client shares a connection only after its handshake: requests
 * that come before each dial one of their own, so a burst would be as many handshakes. Therefore
 * the first request goes alone and the others wait for its answer.
 *
 * <p>After a handshake that broke at the wrong moment the client speaks HTTP/1.1 with that server
 * for ever: a connection for each watch. Such a client is given up.
 */
final class Connection {
  static final Duration CONNECT = Duration.ofSeconds(5);

  /** Idle connections are dropped by the client after 30 s; after less we dial alone again. */
  private static final long TRUSTED = Duration.ofSeconds(20).toNanos();

  private final HttpClient client;
  private final boolean http1;
  private final ReentrantLock dialling = new ReentrantLock();
  private volatile long answered = System.nanoTime() - TRUSTED;
  private volatile boolean fallen;

  /** Streams that are open or being opened; guarded by the transport's lock. */
  int streams;

  /**
   * @param http1 whether the server is known to speak nothing better
   */
  Connection(HttpClient client, boolean http1) {
    this.client = client;
    this.http1 = http1;
  }

  /** Whether the client went back to HTTP/1.1, and nobody should use it any more. */
  boolean hasFallen() {
    return fallen;
  }

  /**
   * @param ahead who waited too long goes ahead, for the first may be a log of which nothing comes
   *     yet; watches do not: so many of them would each dial a connection of its own
   */
  <R> HttpResponse<R> send(HttpRequest request, BodyHandler<R> handler, boolean ahead)
      throws IOException, InterruptedException {
    long wait = wait(request);
    boolean alone = !isUp() && dialling.tryLock(wait, TimeUnit.NANOSECONDS);
    boolean late = request.timeout().filter(it -> it.toNanos() <= wait).isPresent();
    if (!alone && !isUp() && (late || !ahead)) {
      throw new HttpTimeoutException("nobody was answered in the meantime");
    }
    if (alone && isUp()) {
      dialling.unlock();
      alone = false;
    }
    try {
      if (fallen) {
        throw new IOException("the client fell back to HTTP/1.1");
      }
      HttpResponse<R> response = client.send(request, handler);
      if (http1 || response.version() != HttpClient.Version.HTTP_1_1) {
        answered = System.nanoTime();
      } else {
        fallen = true;
      }
      return response;
    } finally {
      if (alone) {
        dialling.unlock();
      }
    }
  }

  private static long wait(HttpRequest request) {
    return Math.min(CONNECT.toNanos(), request.timeout().orElse(CONNECT).toNanos());
  }

  private boolean isUp() {
    return System.nanoTime() - answered < TRUSTED;
  }

  /** It may be broken: the next request finds out alone. */
  void doubt() {
    answered = System.nanoTime() - TRUSTED;
  }

  /** Takes no more requests; what is under way may end. */
  void retire() {
    client.shutdown();
  }

  void abort() {
    client.shutdownNow();
  }
}
