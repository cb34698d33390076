package io.sluice.manager.provider.sharing;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that happened to nodes, pods and slices, in the one order that the API server gave it:
 * resourceVersions are common to all kinds, so a replay passes through states that really were.
 */
final class History implements AutoCloseable {
  /** One change; without an object the thing is gone. */
  record Change(long version, Instant seen, Kind<?> kind, Ref ref, @Nullable HasMetadata now) {}

  private final List<Change> changes = new ArrayList<>();
  private final List<Feed<?>> feeds;

  History(Api api) {
    feeds =
        List.of(record(api, Node.class), record(api, Pod.class), record(api, ResourceSlice.class));
    feeds.forEach(Feed::start);
  }

  void awaitSynced() throws InterruptedException {
    for (Feed<?> feed : feeds) {
      feed.awaitSynced(Duration.ofSeconds(10));
    }
  }

  private <T extends HasMetadata> Feed<T> record(Api api, Class<T> type) {
    Kind<T> kind = Kind.of(type);
    return new Feed<>(
        api,
        kind,
        Scope.ALL,
        new Feed.Listener<T>() {
          @Override
          public void changed(Ref ref, @Nullable T now) {
            if (now != null) {
              add(kind, ref, now, now);
            }
          }

          @Override
          public void gone(Ref ref, T last) {
            add(kind, ref, last, null);
          }
        });
  }

  private synchronized void add(
      Kind<?> kind, Ref ref, HasMetadata versioned, @Nullable HasMetadata now) {
    long version = Long.parseLong(versioned.getMetadata().getResourceVersion());
    changes.add(new Change(version, Instant.now(), kind, ref, now));
  }

  /** What is known so far, oldest first. */
  synchronized List<Change> replay() {
    return changes.stream().sorted(Comparator.comparingLong(Change::version)).toList();
  }

  @Override
  public void close() {
    feeds.forEach(Feed::close);
  }
}
