package io.sluice.engine.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * What is known of the objects of one feed: the newest version seen, by watch or as the answer to a
 * write of our own, and which deletions were really seen (T-14).
 */
final class Cache<T extends HasMetadata> {
  private static final int REMEMBERED = 4096;

  private final Store<T> objects;
  private final Feed.Listener<T> listener;
  private UnaryOperator<T> trim = UnaryOperator.identity();
  private final Set<String> deleted = new HashSet<>(); // guarded by this, as all below
  private final Deque<String> deletedOrder = new ArrayDeque<>();
  private final Set<String> buried = new HashSet<>();

  Cache(Feed.Listener<T> listener) {
    this(listener, System::nanoTime);
  }

  Cache(Feed.Listener<T> listener, LongSupplier nanos) {
    this.listener = listener;
    this.objects = new Store<>(nanos);
  }

  /** What is kept of an object after the listener saw all of it. */
  void keep(UnaryOperator<T> trimmed) {
    trim = trimmed;
  }

  /** Keeps quiet objects as bytes. */
  void pack(Class<T> type) {
    objects.pack(type);
  }

  /** Time has passed: something came, be it only a bookmark. */
  synchronized void tick() {
    objects.packQuiet();
  }

  Optional<T> get(Ref ref) {
    return objects.get(ref);
  }

  List<T> all() {
    return objects.all();
  }

  Set<Ref> refs() {
    return objects.refs();
  }

  int size() {
    return objects.size();
  }

  /** A version of an object was seen; older ones than the known are ignored. */
  synchronized void put(T object) {
    Ref ref = Ref.of(object);
    String uid = Store.uid(object);
    if (buried.contains(uid) || deleted.contains(uid)) {
      return; // a late echo of something that is gone
    }
    if (objects.hasAtLeast(ref, object)) {
      return;
    }
    object.getMetadata().setManagedFields(null);
    objects.put(ref, trim.apply(object));
    listener.changed(ref, object);
  }

  /** The watch said that it is gone. */
  synchronized void deleted(T object) {
    String uid = Store.uid(object);
    buried.remove(uid);
    if (deleted.add(uid)) {
      deletedOrder.add(uid);
      if (deletedOrder.size() > REMEMBERED) {
        deleted.remove(deletedOrder.remove());
      }
    }
    Ref ref = Ref.of(object);
    if (!objects.has(ref) || objects.has(ref, uid)) {
      objects.remove(ref);
      listener.gone(ref, object);
    }
  }

  /** A delete of ours was answered with "gone": the watch has yet to say so. */
  synchronized void buried(Ref ref, String uid) {
    if (deleted.contains(uid) || !objects.has(ref, uid)) {
      return;
    }
    buried.add(uid);
    listener.gone(ref, Objects.requireNonNull(objects.remove(ref)));
  }

  /** A complete list was read: what is not in it is absent, which proves nothing yet. */
  synchronized void replaceAll(List<T> listed) {
    Set<Ref> present = new HashSet<>();
    Set<String> uids = new HashSet<>();
    for (T object : listed) {
      present.add(Ref.of(object));
      uids.add(Store.uid(object));
    }
    buried.retainAll(uids);
    for (Ref ref : objects.refs()) {
      if (!present.contains(ref)) {
        listener.gone(ref, Objects.requireNonNull(objects.remove(ref)));
      }
    }
    listed.forEach(this::put);
  }

  synchronized boolean sawDeletion(String uid) {
    return deleted.contains(uid) || buried.contains(uid);
  }
}
