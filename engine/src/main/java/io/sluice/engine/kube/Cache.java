package io.sluice.engine.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the objects of one feed: the newest version seen, by watch or as the answer to a
 * write of our own, and which deletions were really seen (T-14).
 */
final class Cache<T extends HasMetadata> {
  private static final int REMEMBERED = 4096;

  private final Map<Ref, T> objects = new ConcurrentHashMap<>();
  private final Feed.Listener<T> listener;
  private UnaryOperator<T> trim = UnaryOperator.identity();
  private final Set<String> deleted = new HashSet<>(); // guarded by this, as all below
  private final Deque<String> deletedOrder = new ArrayDeque<>();
  private final Set<String> buried = new HashSet<>();

  Cache(Feed.Listener<T> listener) {
    this.listener = listener;
  }

  /** What is kept of an object after the listener saw all of it. */
  void keep(UnaryOperator<T> trimmed) {
    trim = trimmed;
  }

  Optional<T> get(Ref ref) {
    return Optional.ofNullable(objects.get(ref));
  }

  List<T> all() {
    return List.copyOf(objects.values());
  }

  int size() {
    return objects.size();
  }

  /** A version of an object was seen; older ones than the known are ignored. */
  synchronized void put(T object) {
    Ref ref = Ref.of(object);
    String uid = uid(object);
    @Nullable T known = objects.get(ref);
    if (buried.contains(uid) || deleted.contains(uid)) {
      return; // a late echo of something that is gone
    }
    if (known != null && uid(known).equals(uid) && !isNewer(object, known)) {
      return;
    }
    object.getMetadata().setManagedFields(null);
    objects.put(ref, trim.apply(object));
    listener.changed(ref, object);
  }

  /** The watch said that it is gone. */
  synchronized void deleted(T object) {
    String uid = uid(object);
    buried.remove(uid);
    if (deleted.add(uid)) {
      deletedOrder.add(uid);
      if (deletedOrder.size() > REMEMBERED) {
        deleted.remove(deletedOrder.remove());
      }
    }
    Ref ref = Ref.of(object);
    @Nullable T known = objects.get(ref);
    if (known == null || uid(known).equals(uid)) {
      objects.remove(ref);
      listener.gone(ref, object);
    }
  }

  /** A delete of ours was answered with "gone": the watch has yet to say so. */
  synchronized void buried(Ref ref, String uid) {
    @Nullable T known = objects.get(ref);
    if (deleted.contains(uid) || known == null || !uid(known).equals(uid)) {
      return;
    }
    buried.add(uid);
    objects.remove(ref);
    listener.gone(ref, known);
  }

  /** A complete list was read: what is not in it is absent, which proves nothing yet. */
  synchronized void replaceAll(List<T> listed) {
    Set<Ref> present = new HashSet<>();
    Set<String> uids = new HashSet<>();
    for (T object : listed) {
      present.add(Ref.of(object));
      uids.add(uid(object));
    }
    buried.retainAll(uids);
    for (Ref ref : new ArrayList<>(objects.keySet())) {
      if (!present.contains(ref)) {
        listener.gone(ref, Objects.requireNonNull(objects.remove(ref)));
      }
    }
    listed.forEach(this::put);
  }

  synchronized boolean sawDeletion(String uid) {
    return deleted.contains(uid) || buried.contains(uid);
  }

  private static boolean isNewer(HasMetadata candidate, HasMetadata known) {
    String a = candidate.getMetadata().getResourceVersion();
    String b = known.getMetadata().getResourceVersion();
    if (a == null || b == null || a.length() != b.length()) {
      return a == null || b == null || a.length() > b.length();
    }
    return a.compareTo(b) > 0; // same length, digits only
  }

  private static String uid(HasMetadata object) {
    String uid = object.getMetadata().getUid();
    return uid == null ? "" : uid;
  }
}
