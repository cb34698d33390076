package io.sluice.engine.kube;

import io.sluice.engine.metrics.Measured;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 connections to one API server: one for requests, as many as needed for watches.
 *
 * <p>Some traps are closed here. API servers advertise 100 streams per connection and the JDK's
 * client fails beyond, so each watch connection carries at most {@link #STREAMS}. The client has no
 * keep-alive probe, so after a request timed out its connection is condemned: nothing would ever be
 * answered on it again while the other end is black-holed. And requests in flight are capped
 * instead of rate limited: the server's own fairness pushes back.
 */
final class Transport implements AutoCloseable {
  static final int STREAMS = 80;
  private static final int IN_FLIGHT = 64;

  /**
   * So many clients in a row do not go back to HTTP/1.1 by accident: the server has nothing else.
   */
  private static final int FALLS = 3;

  /** Who fails while others are answered must not try for ever without a pause. */
  private static final Duration LEAST_REST = Duration.ofMillis(500);

  /** One exchange; the body is null for methods without one. */
  record Call(String method, String path, @Nullable String contentType, @Nullable Object body) {
    static Call get(String path) {
      return new Call("GET", path, null, null);
    }
  }

  private volatile Endpoint endpoint;
  private final String userAgent;
  private final Watchdog watchdog = new Watchdog();
  private final Semaphore inFlight = new Semaphore(IN_FLIGHT);
  private final Object lock = new Object();
  private final List<Connection> watches = new ArrayList<>(); // guarded by lock

  /** With streams that go on, but not for more of them; guarded by lock. */
  private final List<Connection> leaving = new ArrayList<>();

  private Connection requests; // guarded by lock
  private boolean closed; // guarded by lock
  private int endpoints; // guarded by lock
  private int returns; // guarded by lock
  private int falls; // guarded by lock
  private volatile boolean away;
  private final AtomicInteger refusals = new AtomicInteger();

  Transport(Endpoint endpoint, String userAgent) {
    this.endpoint = endpoint;
    this.userAgent = userAgent;
    this.requests = connect();
  }

  Endpoint endpoint() {
    return endpoint;
  }

  HttpResponse<byte[]> send(Call call, Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    if (!inFlight.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
      throw ApiFailure.unreachable(call.path(), new IOException("too many requests in flight"));
    }
    Connection connection = requests();
    long begun = System.nanoTime();
    try {
      Duration left = Duration.ofNanos(Math.max(1, end - begun));
      HttpResponse<byte[]> answer =
          connection.send(request(call, left), BodyHandlers.ofByteArray(), true);
      Measured.API_SECONDS.add(
          Duration.ofNanos(System.nanoTime() - begun), program(), call.method());
      count(call, answer.statusCode());
      answered(answer.statusCode());
      judge(connection, answer.version());
      return answer;
    } catch (IOException e) {
      away = true;
      count(call, 0);
      condemn(connection);
      throw ApiFailure.unreachable(call.method() + " " + call.path(), e);
    } finally {
      inFlight.release();
    }
  }

  private void count(Call call, int code) {
    Measured.API_REQUESTS.add(program(), call.method(), Integer.toString(code));
  }

  /** Without what tells replicas apart: Prometheus knows whom it asks. */
  private String program() {
    int end = userAgent.indexOf(' ');
    return end < 0 ? userAgent : userAgent.substring(0, end);
  }

  /** Opens a long-lived answer; the caller must close it. */
  Stream open(Call call, Duration untilHead, @Nullable Duration mostSilence)
      throws InterruptedException {
    Connection connection = watchConnection();
    try {
      HttpResponse<InputStream> response =
          connection.send(
              request(call, untilHead), BodyHandlers.ofInputStream(), mostSilence == null);
      answered(response.statusCode());
      judge(connection, response.version());
      Stream stream = new Stream(response, mostSilence, () -> release(connection));
      watchdog.guard(stream);
      return stream;
    } catch (IOException e) {
      away = true;
      release(connection);
      condemn(connection);
      throw ApiFailure.unreachable("watch " + call.path(), e);
    } catch (InterruptedException | RuntimeException e) {
      release(connection);
      throw e;
    }
  }

  /** Connects to another endpoint from now on; requests under way may still be answered. */
  void use(Endpoint fresh) {
    List<Connection> broken;
    Connection old;
    synchronized (lock) {
      endpoint = fresh;
      broken = takeWatches();
      old = requests;
      requests = connect();
      endpoints++;
      lock.notifyAll();
    }
    broken.forEach(Connection::abort);
    old.retire();
  }

  /** Notes that the server knew us, or thought so, and said no. */
  void refused() {
    refusals.incrementAndGet();
  }

  /** How often that happened. */
  int refusals() {
    return refusals.get();
  }

  /** Who gets an answer first after nobody did tells all who rest. */
  private void answered(int code) {
    if (away && code / 100 == 2) {
      synchronized (lock) {
        away = false;
        returns++;
        lock.notifyAll();
      }
    }
  }

  /** Leaves a client that fell back to HTTP/1.1, unless the server seems to know nothing else. */
  private void judge(Connection connection, HttpClient.Version spoken) {
    boolean fallen = connection.hasFallen();
    synchronized (lock) {
      if (spoken == HttpClient.Version.HTTP_2) {
        falls = 0;
      } else if (fallen) {
        falls++;
      }
    }
    if (fallen) {
      condemn(connection);
    }
  }

  /** Waits for a while; less when there is another endpoint or somebody is answered again. */
  void rest(Duration delay) throws InterruptedException {
    long begun = System.nanoTime();
    Duration least = delay.compareTo(LEAST_REST) < 0 ? delay : LEAST_REST;
    synchronized (lock) {
      int before = endpoints;
      int back = returns;
      while (endpoints == before) {
        Duration whole = returns == back ? delay : least;
        long left = whole.toNanos() - (System.nanoTime() - begun);
        if (left <= 0) {
          return;
        }
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
    }
  }

  /** Drops every connection; what is under way fails and is tried again on new ones. */
  void reset() {
    List<Connection> old;
    synchronized (lock) {
      old = takeWatches();
      old.add(requests);
      requests = connect();
    }
    old.forEach(Connection::abort);
  }

  private HttpRequest request(Call call, Duration timeout) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(endpoint.server() + call.path()))
            .timeout(timeout)
            .header("Accept", "application/json")
            .header("User-Agent", userAgent);
    String token = endpoint.token().get();
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    if (call.contentType() != null) {
      request.header("Content-Type", call.contentType());
    }
    Object body = call.body();
    return request
        .method(
            call.method(),
            body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)))
        .build();
  }

  private Connection connect() {
    return new Connection(
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_2)
            .sslContext(endpoint.tls())
            .connectTimeout(Connection.CONNECT)
            .executor(task -> Thread.ofVirtual().start(task))
            .build(),
        falls >= FALLS);
  }

  private Connection requests() {
    synchronized (lock) {
      return requests;
    }
  }

  private Connection watchConnection() {
    synchronized (lock) {
      for (Connection connection : watches) {
        if (connection.streams < STREAMS) {
          connection.streams++;
          return connection;
        }
      }
      Connection fresh = connect();
      fresh.streams = 1;
      watches.add(fresh);
      return fresh;
    }
  }

  /** All that have streams, which then belong to the caller; called under the lock. */
  private List<Connection> takeWatches() {
    List<Connection> all = new ArrayList<>(watches);
    all.addAll(leaving);
    watches.clear();
    leaving.clear();
    return all;
  }

  private void release(Connection connection) {
    boolean idle;
    synchronized (lock) {
      connection.streams--;
      idle = connection.streams == 0 && watches.size() > 1 && watches.remove(connection);
      if (connection.streams == 0) {
        leaving.remove(connection);
      }
    }
    connection.doubt(); // streams seldom end alone
    if (idle) {
      connection.retire();
    }
  }

  private void condemn(Connection connection) {
    synchronized (lock) {
      if (closed || (requests != connection && !watches.remove(connection))) {
        return;
      }
      if (requests == connection) {
        requests = connect();
      }
      if (connection.streams > 0) {
        leaving.add(connection);
      }
    }
    // What is under way on it ends by its own deadline; one slow answer must not end the others.
    connection.retire();
  }

  @Override
  public void close() {
    List<Connection> all;
    synchronized (lock) {
      closed = true;
      all = takeWatches();
      all.add(requests);
    }
    watchdog.close();
    all.forEach(Connection::abort);
  }
}
