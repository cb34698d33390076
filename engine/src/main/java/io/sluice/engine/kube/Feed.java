package io.sluice.engine.kube;

import com.fasterxml.jackson.core.JacksonException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.sluice.engine.work.Backoff;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the objects of one kind: a consistent list, then a watch that is resumed where it broke.
 * It never stops by itself and never lists from a cache that may be behind (T-14).
 */
public final class Feed<T extends HasMetadata> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Feed.class);

  /** Bookmarks come every minute; three of them missing means that nobody is there. */
  private static final Duration MOST_SILENCE = Duration.ofSeconds(190);

  /**
   * After a watch ended. They seldom end alone, and for a moment the client goes on with a
   * connection that is dead: each of many would then dial for itself.
   */
  private static final Duration BREATH = Duration.ofMillis(100);

  /** Receives each change. */
  @FunctionalInterface
  public interface Listener<T> {

    /** An object is new or different, or, where there is none any more, gone. */
    void changed(Ref ref, @Nullable T now);

    /** An object is gone; for those who want to see it once more. */
    default void gone(Ref ref, T last) {
      changed(ref, null);
    }

    /**
     * The first complete list was read, all its objects were told. Called again when a server that
     * refused us takes us again: what it refused meanwhile is worth another attempt, and no change
     * of an object would say so.
     */
    default void synced() {}
  }

  private final Api api;
  private final Kind<T> kind;
  private final Scope scope;
  private final Listener<T> listener;
  private final Cache<T> cache;
  private final CountDownLatch synced = new CountDownLatch(1);
  private final CountDownLatch wanted = new CountDownLatch(1);
  private final Thread reader;
  private boolean lazy;
  private volatile @Nullable ApiFailure trouble;
  private volatile @Nullable String version;
  private volatile @Nullable Stream current;
  private volatile boolean closed;
  private boolean refused; // only the reader touches it
  private int refusalsBefore = -1; // the same; when the present interruption began

  public Feed(Api api, Kind<T> kind, Scope scope, Listener<T> listener) {
    this.api = api;
    this.kind = kind;
    this.scope = scope;
    this.listener = listener;
    this.cache = new Cache<>(listener);
    this.reader = Thread.ofVirtual().name("feed-" + kind).unstarted(this::run);
  }

  /**
   * Keeps only a part of each object; the listener still sees all of it. UID and resourceVersion
   * must stay.
   */
  public Feed<T> keeping(UnaryOperator<T> part) {
    cache.keep(part);
    return this;
  }

  /** Keeps objects that do not change as compressed bytes; for kinds of which there are many. */
  public Feed<T> packed() {
    cache.pack(kind.type());
    return this;
  }

  /**
   * Lists, and while nothing is there waits with the watch for somebody to {@link #wake} it: what
   * came meanwhile is told then. A watch costs the server more than a list that is empty.
   */
  public Feed<T> lazily() {
    lazy = true;
    return this;
  }

  /** From now on there may be something; no harm if that is known. */
  public void wake() {
    wanted.countDown();
  }

  public Feed<T> start() {
    reader.start();
    return this;
  }

  public Kind<T> kind() {
    return kind;
  }

  /** Whether one complete list has been read: before that, absence means nothing. */
  public boolean synced() {
    return synced.getCount() == 0;
  }

  public boolean awaitSynced(Duration timeout) throws InterruptedException {
    return synced.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Why nothing comes at the moment, if so. */
  public Optional<ApiFailure> trouble() {
    return Optional.ofNullable(trouble);
  }

  public Optional<T> get(Ref ref) {
    return cache.get(ref);
  }

  public List<T> all() {
    return cache.all();
  }

  /** The names of all, without reading any. */
  public Set<Ref> refs() {
    return cache.refs();
  }

  public int size() {
    return cache.size();
  }

  /** Takes in the answer to a write of ours, so that the next look does not act on older news. */
  public void seen(T object) {
    cache.put(object);
  }

  /** Deletes an object of this feed and takes in the answer; see {@link Api#delete}. */
  public void delete(Ref ref, String uid, @Nullable Long graceSeconds) {
    @Nullable T left = api.delete(kind, ref, uid, graceSeconds);
    if (left == null) {
      cache.buried(ref, uid);
    } else {
      cache.put(left);
    }
  }

  /** Whether this very object is known to be deleted, and not merely missing from a list. */
  public boolean sawDeletion(String uid) {
    return cache.sawDeletion(uid);
  }

  private void run() {
    int failures = 0;
    while (!closed) {
      long begun = System.nanoTime();
      try {
        if (version == null) {
          relist();
        }
        if (lazy && cache.size() == 0) {
          taken();
          wanted.await();
        }
        begun = System.nanoTime();
        watch();
        trouble = null;
        boolean brief = System.nanoTime() - begun < Duration.ofSeconds(1).toNanos();
        failures = brief ? failures + 1 : 0;
      } catch (ApiFailure failure) {
        failures = failed(failure, failures);
      } catch (IOException broken) {
        failures = failed(ApiFailure.unreachable("watch " + kind, broken), failures);
      } catch (InterruptedException stop) {
        return;
      } catch (RuntimeException bug) {
        LOG.atError().addKeyValue("kind", kind).setCause(bug).log("feed failed");
        version = null;
        failures++;
      }
      Duration pause = failures > 0 ? Backoff.LINKS.jittered(failures) : BREATH;
      if (!closed && !api.rest(pause)) {
        return;
      }
    }
  }

  private int failed(ApiFailure failure, int failures) {
    if (failure.is(Problem.EXPIRED)) {
      version = null;
      return 0;
    }
    if (trouble == null && !closed) {
      LOG.atWarn()
          .addKeyValue("kind", kind)
          .addKeyValue("scope", scope.namespace())
          .addKeyValue("why", failure.getMessage())
          .log("feed interrupted");
    }
    trouble = failure;
    if (refusalsBefore < 0) {
      refusalsBefore = api.refusals();
    }
    refused |= failure.is(Problem.FORBIDDEN) || failure.is(Problem.UNAUTHORIZED);
    return failures + 1;
  }

  private void relist() {
    Json.Page<T> listing = api.listing(kind, scope);
    cache.replaceAll(withUnreadable(listing));
    version = listing.version();
    trouble = null;
    if (!synced()) {
      synced.countDown();
      listener.synced();
    }
  }

  /** What can't be read is not gone: what was known of it holds until it can be, or is deleted. */
  private List<T> withUnreadable(Json.Page<T> listing) {
    List<T> all = new ArrayList<>(listing.items());
    for (T object : listing.unreadable()) {
      unreadable(object);
      cache.get(Ref.of(object)).ifPresent(all::add);
    }
    return all;
  }

  private void unreadable(T object) {
    LOG.atWarn()
        .addKeyValue("kind", kind)
        .addKeyValue("object", Ref.of(object))
        .log("object is not of its kind and is left alone");
  }

  private void watch() throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>(scope.parameters());
    parameters.put("watch", "true");
    parameters.put("allowWatchBookmarks", "true");
    parameters.put("resourceVersion", String.valueOf(version));
    int seconds = ThreadLocalRandom.current().nextInt(300, 600);
    parameters.put("timeoutSeconds", Integer.toString(seconds));
    try (Stream stream =
        api.stream(kind.path(scope.namespace()) + Api.query(parameters), MOST_SILENCE)) {
      current = stream;
      trouble = null;
      taken();
      Lines lines = new Lines(stream.body());
      while (!closed && lines.next()) {
        handle(Json.watchEvent(lines, kind.type()));
      }
    } catch (JacksonException torn) {
      throw new IOException("watch ended within an event", torn);
    } finally {
      current = null;
    }
  }

  /**
   * A server that has just begun refuses everybody until it has read who may do what: whatever else
   * it refused since this feed was interrupted is worth another attempt too.
   */
  private void taken() {
    boolean others = refusalsBefore >= 0 && api.refusals() > refusalsBefore;
    refusalsBefore = -1;
    if (refused || others) {
      refused = false;
      listener.synced();
    }
  }

  private void handle(Json.WatchEvent<T> event) {
    Status error = event.status();
    if (error != null) {
      int code = error.getCode() == null ? 500 : error.getCode();
      String reason = error.getReason() == null ? "" : error.getReason();
      throw new ApiFailure(
          Problem.of(code, reason, String.valueOf(error.getMessage()), false),
          code,
          "watch " + kind + ": " + error.getMessage(),
          error);
    }
    T object = event.object();
    if (object == null) {
      return;
    }
    String at = object.getMetadata().getResourceVersion();
    if (event.readable()) {
      take(event.type(), object);
    } else if (event.type().equals("DELETED")) {
      cache
          .get(Ref.of(object))
          .filter(known -> known.getMetadata().getUid().equals(object.getMetadata().getUid()))
          .ifPresent(cache::deleted);
    } else {
      unreadable(object);
    }
    version = at;
    cache.tick();
  }

  private void take(String type, T object) {
    switch (type) {
      case "ADDED", "MODIFIED" -> cache.put(object);
      case "DELETED" -> cache.deleted(object);
      default -> {} // bookmarks only move the version
    }
  }

  @Override
  public void close() {
    closed = true;
    Stream stream = current;
    if (stream != null) {
      stream.close();
    }
    reader.interrupt();
  }
}
