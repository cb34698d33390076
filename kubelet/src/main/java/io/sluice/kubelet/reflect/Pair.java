package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.engine.guard.Absence;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.kubelet.border.Extension;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind in one extended namespace and their twins. The local side is followed
 * from the start, the remote side only once something is to be there: an idle namespace costs the
 * provider no watch.
 */
final class Pair<L extends HasMetadata, R extends HasMetadata> implements AutoCloseable {

  /** Told of changes, by the name that the object has on its side. */
  record Listener(Consumer<String> local, Consumer<String> remote, Runnable synced) {}

  private final Api home;
  private final Api away;
  private final Subject<L, R> subject;
  private final Extension extension;
  private final Listener listener;
  private final Feed<L> locals;
  private final Map<String, String> lastUids = new ConcurrentHashMap<>();
  private volatile @Nullable Feed<R> twins;

  Pair(Api home, Api away, Subject<L, R> subject, Extension extension, Listener listener) {
    this.home = home;
    this.away = away;
    this.subject = subject;
    this.extension = extension;
    this.listener = listener;
    this.locals =
        new Feed<>(home, subject.local(), Scope.namespace(extension.local()), new OnLocal());
  }

  void start() {
    if (subject.lazy()) {
      locals.lazily();
    }
    locals.start();
  }

  Extension extension() {
    return extension;
  }

  Feed<L> locals() {
    return locals;
  }

  private final class OnLocal implements Feed.Listener<L> {
    @Override
    public void changed(Ref ref, @Nullable L now) {
      listener.local().accept(ref.name());
    }

    @Override
    public void gone(Ref ref, L last) {
      lastUids.put(ref.name(), last.getMetadata().getUid());
      listener.local().accept(ref.name());
    }

    @Override
    public void synced() {
      listener.synced().run();
    }
  }

  private final class OnTwin implements Feed.Listener<R> {
    @Override
    public void changed(Ref ref, @Nullable R now) {
      listener.remote().accept(ref.name());
    }

    @Override
    public void synced() {
      listener.synced().run();
    }
  }

  /** Whether the remote side is followed. */
  boolean follows() {
    return twins != null;
  }

  /** Follows the remote side from now on. */
  synchronized void follow() {
    if (twins == null) {
      Feed<R> feed =
          new Feed<>(away, subject.remote(), Scope.namespace(extension.twin()), new OnTwin());
      twins = feed;
      feed.start();
    }
  }

  boolean synced() {
    Feed<R> feed = twins;
    return locals.synced() && (feed == null || feed.synced());
  }

  /** Why nothing is seen of the twins, if that will not pass by itself. */
  Optional<ApiFailure> refusal() {
    Feed<R> feed = twins;
    return feed == null || feed.synced()
        ? Optional.empty()
        : feed.trouble()
            .filter(trouble -> trouble.problem().permanent() || trouble.is(Problem.NOT_FOUND));
  }

  /** The twin of this name: what is known of it, or else what the provider says now. */
  Optional<R> twin(String name) {
    Feed<R> feed = twins;
    if (feed != null) {
      return feed.get(ref(name));
    }
    return away.find(subject.remote(), ref(name));
  }

  Iterable<R> knownTwins() {
    Feed<R> feed = twins;
    return feed == null ? List.of() : feed.all();
  }

  void written(R twin) {
    Feed<R> feed = twins;
    if (feed != null) {
      feed.seen(twin);
    }
  }

  void delete(R twin) {
    Feed<R> feed = twins;
    Ref ref = Ref.of(twin);
    String uid = twin.getMetadata().getUid();
    if (feed != null) {
      feed.delete(ref, uid, null);
    } else {
      away.delete(subject.remote(), ref, uid, null);
    }
  }

  /** T-14: whether the local object is certainly gone, and not merely missing from a list. */
  boolean provedGone(Ref local) {
    String uid = lastUids.get(local.name());
    boolean seen = uid != null && locals.sawDeletion(uid);
    boolean proved =
        seen ? locals.get(local).isEmpty() : Absence.ofName(home, subject.local(), local);
    if (proved) {
      lastUids.remove(local.name());
    }
    return proved;
  }

  Ref ref(String twin) {
    return new Ref(extension.twin(), twin);
  }

  @Override
  public void close() {
    locals.close();
    Feed<R> feed = twins;
    if (feed != null) {
      feed.close();
    }
  }
}
