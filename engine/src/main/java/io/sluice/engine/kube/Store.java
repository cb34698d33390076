package io.sluice.engine.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Objects by name. Where it is asked for, those that have been quiet are kept as compressed bytes
 * and read again when somebody looks: a pod takes a tenth of its memory then, and most pods are
 * quiet for most of their life.
 */
final class Store<T extends HasMetadata> {
  /** A pod that starts or ends changes several times within this. */
  static final Duration QUIET = Duration.ofSeconds(10);

  private final Map<Ref, Entry<T>> entries = new ConcurrentHashMap<>();
  private final Queue<Opened<T>> opened = new ArrayDeque<>(); // written under the lock of the cache
  private final LongSupplier nanos;
  private @Nullable Class<T> packed;

  /** One object in one of two shapes; what tells its versions apart is always at hand. */
  private sealed interface Entry<T extends HasMetadata> {
    String uid();

    @Nullable String version();

    T object();
  }

  private record Whole<T extends HasMetadata>(T object) implements Entry<T> {
    @Override
    public String uid() {
      return Store.uid(object);
    }

    @Override
    public @Nullable String version() {
      return object.getMetadata().getResourceVersion();
    }
  }

  private static final class Packed<T extends HasMetadata> implements Entry<T> {
    private final String uid;
    private final @Nullable String version;
    private final byte[] bytes;
    private final Class<T> type;

    Packed(T object, Class<T> type) {
      this.uid = Store.uid(object);
      this.version = object.getMetadata().getResourceVersion();
      this.bytes = Deflated.deflate(Json.bytes(object));
      this.type = type;
    }

    @Override
    public String uid() {
      return uid;
    }

    @Override
    public @Nullable String version() {
      return version;
    }

    @Override
    public T object() {
      return Json.read(Deflated.inflate(bytes), type);
    }
  }

  private record Opened<T>(Ref ref, T object, long at) {}

  Store(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** From now on quiet objects are packed. */
  void pack(Class<T> type) {
    packed = type;
  }

  Optional<T> get(Ref ref) {
    return Optional.ofNullable(entries.get(ref)).map(Entry::object);
  }

  List<T> all() {
    return entries.values().stream().map(Entry::object).toList();
  }

  Set<Ref> refs() {
    return Set.copyOf(entries.keySet());
  }

  int size() {
    return entries.size();
  }

  boolean has(Ref ref) {
    return entries.containsKey(ref);
  }

  boolean has(Ref ref, String uid) {
    @Nullable Entry<T> known = entries.get(ref);
    return known != null && known.uid().equals(uid);
  }

  /** Whether this very object is known in a version that is not older. */
  boolean hasAtLeast(Ref ref, T object) {
    @Nullable Entry<T> known = entries.get(ref);
    return known != null
        && known.uid().equals(uid(object))
        && !isNewer(object.getMetadata().getResourceVersion(), known.version());
  }

  void put(Ref ref, T object) {
    entries.put(ref, new Whole<>(object));
    if (packed != null) {
      opened.add(new Opened<>(ref, object, nanos.getAsLong()));
    }
  }

  @Nullable T remove(Ref ref) {
    @Nullable Entry<T> known = entries.remove(ref);
    return known == null ? null : known.object();
  }

  /** Packs what has not changed for a while; cheap when there is nothing to do. */
  void packQuiet() {
    @Nullable Class<T> type = packed;
    if (type == null) {
      return;
    }
    long before = nanos.getAsLong() - QUIET.toNanos();
    for (Opened<T> next = opened.peek();
        next != null && next.at() - before <= 0;
        next = opened.peek()) {
      opened.remove();
      T object = next.object();
      entries.computeIfPresent(
          next.ref(), (_, entry) -> isWhole(entry, object) ? new Packed<>(object, type) : entry);
    }
  }

  @SuppressWarnings("ReferenceEquality") // a newer version is another object
  private boolean isWhole(Entry<T> entry, T object) {
    return entry instanceof Whole<T> whole && whole.object() == object;
  }

  static String uid(HasMetadata object) {
    String uid = object.getMetadata().getUid();
    return uid == null ? "" : uid;
  }

  private static boolean isNewer(@Nullable String a, @Nullable String b) {
    if (a == null || b == null || a.length() != b.length()) {
      return a == null || b == null || a.length() > b.length();
    }
    return a.compareTo(b) > 0; // same length, digits only
  }
}
