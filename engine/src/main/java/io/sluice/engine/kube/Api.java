package io.sluice.engine.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Status;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One cluster's API server under one identity. Requests block, have a deadline and are sent once:
 * trying again is the work queue's business, since only the next look at the world tells whether
 * the request is still wanted.
 */
public final class Api implements AutoCloseable {
  private static final int PAGE = 500;
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final Transport transport;
  private final BooleanSupplier mayWrite;

  public Api(Endpoint endpoint, String userAgent) {
    this(new Transport(endpoint, userAgent), () -> true);
  }

  private Api(Transport transport, BooleanSupplier mayWrite) {
    this.transport = transport;
    this.mayWrite = mayWrite;
  }

  /**
   * The same connection, over which nothing is written unless this holds at the moment of sending:
   * a leader that was stopped for a while finds its work as it left it, and must not go on (T-41).
   */
  public Api writingWhile(BooleanSupplier condition) {
    return new Api(transport, condition);
  }

  public <T extends HasMetadata> T get(Kind<T> kind, Ref ref) {
    return Json.read(send(Transport.Call.get(kind.path(ref))), kind.type());
  }

  /** One consistent read; only a 404 is an answer that means absence (T-14). */
  public <T extends HasMetadata> Optional<T> find(Kind<T> kind, Ref ref) {
    try {
      return Optional.of(get(kind, ref));
    } catch (ApiFailure failure) {
      if (failure.is(Problem.NOT_FOUND)) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /** All objects of a scope, read consistently; for looks too rare to follow. */
  public <T extends HasMetadata> List<T> list(Kind<T> kind, Scope scope) {
    return listing(kind, scope).items();
  }

  /** Reads all pages of a list; the version is that of the whole. */
  <T extends HasMetadata> Json.Page<T> listing(Kind<T> kind, Scope scope) {
    List<T> objects = new ArrayList<>();
    List<T> unreadable = new ArrayList<>();
    String next = "";
    String at;
    do {
      Map<String, String> parameters = new LinkedHashMap<>(scope.parameters());
      parameters.put("limit", Integer.toString(PAGE));
      if (!next.isEmpty()) {
        parameters.put("continue", next);
      }
      byte[] answer = send(Transport.Call.get(kind.path(scope.namespace()) + query(parameters)));
      Json.Page<T> page = Json.page(answer, kind);
      objects.addAll(page.items());
      unreadable.addAll(page.unreadable());
      next = page.next();
      at = page.version();
    } while (!next.isEmpty());
    return new Json.Page<>(objects, unreadable, "", at);
  }

  /** Creates an object; a field that the server does not know is an error, not dropped (D-7). */
  public <T extends HasMetadata> T create(Kind<T> kind, T object) {
    String namespace = Ref.of(object).namespace();
    String path = kind.path(namespace) + "?fieldValidation=Strict";
    return Json.read(
        send(new Transport.Call("POST", path, "application/json", object)), kind.type());
  }

  /** Puts a question that is answered and not kept: reviews of tokens and rights. */
  public <T extends HasMetadata> T ask(Kind<T> kind, T question) {
    return Json.read(
        send(new Transport.Call("POST", kind.path(""), "application/json", question)), kind.type());
  }

  /** A create that goes through all checks and is answered, but leaves nothing behind. */
  public <T extends HasMetadata> T rehearse(Kind<T> kind, T object) {
    String path = kind.path(Ref.of(object).namespace()) + "?dryRun=All";
    return Json.read(
        send(new Transport.Call("POST", path, "application/json", object)), kind.type());
  }

  /** Replaces an object; its resourceVersion decides whether that still holds. */
  public <T extends HasMetadata> T replace(Kind<T> kind, T object) {
    return Json.read(
        send(new Transport.Call("PUT", kind.path(Ref.of(object)), "application/json", object)),
        kind.type());
  }

  public <T extends HasMetadata> T patch(Kind<T> kind, Ref ref, Patch patch) {
    return patch(kind, ref, patch, TIMEOUT);
  }

  /** The same for a caller who would rather know soon. */
  public <T extends HasMetadata> T patch(Kind<T> kind, Ref ref, Patch patch, Duration timeout) {
    String query = "";
    if (patch.fieldManager() != null) {
      query =
          "?fieldManager=" + encode(patch.fieldManager()) + (patch.forced() ? "&force=true" : "");
    }
    String path = kind.path(ref, patch.subresource()) + query;
    return Json.read(
        send(new Transport.Call("PATCH", path, patch.contentType(), patch.body()), timeout),
        kind.type());
  }

  /** Creates an object below another one: bindings, evictions, tokens. */
  public <R> R createBelow(Kind<?> kind, Ref ref, String subresource, Object body, Class<R> type) {
    String path = kind.path(ref, subresource);
    return Json.read(send(new Transport.Call("POST", path, "application/json", body)), type);
  }

  /**
   * Deletes exactly the object with this UID; the object that took its name meanwhile stays. That
   * it is gone already is what was wanted.
   *
   * @param graceSeconds null for the object's own grace
   * @return what the server kept of it, or null when nothing of it is left
   */
  public <T extends HasMetadata> @Nullable T delete(
      Kind<T> kind, Ref ref, String uid, @Nullable Long graceSeconds) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("apiVersion", "v1");
    options.put("kind", "DeleteOptions");
    options.put("preconditions", Map.of("uid", uid));
    options.put("propagationPolicy", "Background");
    if (graceSeconds != null) {
      options.put("gracePeriodSeconds", graceSeconds);
    }
    byte[] answer;
    try {
      answer = send(new Transport.Call("DELETE", kind.path(ref), "application/json", options));
    } catch (ApiFailure failure) {
      if (failure.is(Problem.NOT_FOUND) || failure.meansOtherUid()) {
        return null;
      }
      throw failure;
    }
    if (Json.kind(answer).equals("Status")) {
      return null;
    }
    T left = Json.read(answer, kind.type());
    return remains(left) ? left : null;
  }

  /**
   * Something waits for a finalizer or for the end of its grace; else it is gone by now. Finalizers
   * of a namespace are in its spec: it never goes at once.
   */
  private static boolean remains(HasMetadata left) {
    Long grace = left.getMetadata().getDeletionGracePeriodSeconds();
    return left instanceof Namespace
        || !left.getMetadata().getFinalizers().isEmpty()
        || (grace != null && grace > 0);
  }

  /** A GET of any path, answered as text: health, version, discovery. */
  public String text(String path, Duration timeout) {
    return new String(send(Transport.Call.get(path), timeout), StandardCharsets.UTF_8);
  }

  /** A JSON document of any path. */
  public <R> R read(String path, Class<R> type) {
    return Json.read(send(Transport.Call.get(path)), type);
  }

  /** An answer that is read as it comes, such as a log; the caller closes it. */
  public Transfer open(String path) {
    Stream stream = stream(path, null);
    return new Transfer(stream.body(), stream);
  }

  /** The server and the identity of the moment, for connections that are no requests. */
  public Endpoint endpoint() {
    return transport.endpoint();
  }

  /** A streamed answer. */
  public record Transfer(java.io.InputStream body, AutoCloseable stream) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      body.close();
      try {
        stream.close();
      } catch (IOException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }

  /**
   * Goes on with another address or identity: what is under way ends as it began, what follows uses
   * the new one. Watches are resumed where they were.
   */
  public void use(Endpoint endpoint) {
    transport.use(endpoint);
  }

  /** How often the server said no to somebody who uses this connection. */
  int refusals() {
    return transport.refusals();
  }

  /** Waits, less when another identity is used or the server is back: then it is worth a try. */
  boolean rest(Duration delay) {
    try {
      transport.rest(delay);
      return true;
    } catch (InterruptedException stop) {
      return false;
    }
  }

  /** Drops all connections, for when they are known to lead nowhere. */
  public void reset() {
    transport.reset();
  }

  Stream stream(String path, @Nullable Duration mostSilence) {
    Stream stream;
    try {
      stream = transport.open(Transport.Call.get(path), TIMEOUT, mostSilence);
    } catch (InterruptedException e) {
      throw interrupted(path, e);
    }
    int code = stream.response().statusCode();
    if (code / 100 == 2) {
      return stream;
    }
    try (stream) {
      byte[] body = stream.body().readNBytes(64 * 1024);
      throw failure(path, code, body, retryAfter(stream.response()));
    } catch (IOException e) {
      throw ApiFailure.unreachable(path, e);
    }
  }

  byte[] send(Transport.Call call) {
    return send(call, TIMEOUT);
  }

  private byte[] send(Transport.Call call, Duration timeout) {
    if (!call.method().equals("GET") && !mayWrite.getAsBoolean()) {
      throw ApiFailure.unreachable(call.path(), new IOException("not written: not leading"));
    }
    HttpResponse<byte[]> response;
    try {
      response = transport.send(call, timeout);
    } catch (InterruptedException e) {
      throw interrupted(call.path(), e);
    }
    if (response.statusCode() / 100 == 2) {
      return response.body();
    }
    if (response.statusCode() == 403) {
      transport.refused();
    }
    throw failure(
        call.method() + " " + call.path(),
        response.statusCode(),
        response.body(),
        retryAfter(response));
  }

  private static ApiFailure interrupted(String what, InterruptedException e) {
    Thread.currentThread().interrupt();
    return ApiFailure.unreachable(what, e);
  }

  private static ApiFailure failure(
      String what, int code, byte[] body, @Nullable Duration retryAfter) {
    @Nullable Status status = null;
    try {
      status = Json.read(body, Status.class);
    } catch (RuntimeException _) {
      // proxies and old servers answer in prose
    }
    String reason = status == null || status.getReason() == null ? "" : status.getReason();
    String said =
        status == null || status.getMessage() == null
            ? new String(body, 0, Math.min(body.length, 300), StandardCharsets.UTF_8)
            : status.getMessage();
    return new ApiFailure(
        Problem.of(code, reason, said, retryAfter != null),
        code,
        what + ": " + code + " " + said,
        status,
        retryAfter);
  }

  private static @Nullable Duration retryAfter(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(value -> value.chars().allMatch(Character::isDigit) && value.length() < 6)
        .map(value -> Duration.ofSeconds(Long.parseLong(value)))
        .orElse(null);
  }

  static String query(Map<String, String> parameters) {
    StringJoiner query = new StringJoiner("&", "?", "");
    parameters.forEach((key, value) -> query.add(key + "=" + encode(value)));
    return query.toString();
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    transport.close();
  }
}
