package io.sluice.engine.guard;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.compare.Trees;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps objects of one kind as they should be: compared with what the feed knows, written only
 * where a key of ours differs, and only our keys (T-42).
 */
public final class Keeper<T extends HasMetadata> {
  private final Api api;
  private final Feed<T> feed;
  private final String fieldManager;

  public Keeper(Api api, Feed<T> feed, String fieldManager) {
    this.api = api;
    this.feed = feed;
    this.fieldManager = fieldManager;
  }

  /** Makes the object as wanted and says what it is then. */
  public T keep(T wanted) {
    T marked = marked(wanted);
    Optional<T> there = feed.get(Ref.of(wanted));
    if (there.isPresent() && Trees.includes(Json.tree(there.get()), Json.tree(marked))) {
      return there.get();
    }
    T written = api.patch(feed.kind(), Ref.of(wanted), Patch.apply(marked, fieldManager));
    feed.seen(written);
    return written;
  }

  /** Deletes the object if the feed knows it; false while something of it is left. */
  public boolean remove(Ref ref) {
    Optional<T> there = feed.get(ref);
    if (there.isEmpty()) {
      return feed.synced();
    }
    if (there.get().getMetadata().getDeletionTimestamp() != null) {
      return false;
    }
    feed.delete(ref, there.get().getMetadata().getUid(), null);
    return feed.get(ref).isEmpty();
  }

  /**
   * With a mark of what was asked for, because a key that is asked for no longer can't be seen by
   * looking only at those that are.
   */
  private T marked(T wanted) {
    Map<String, @Nullable Object> tree = Json.tree(wanted);
    T copy = Json.convert(tree, feed.kind().type());
    copy.setMetadata(
        new ObjectMetaBuilder(wanted.getMetadata())
            .addToAnnotations(Annotations.APPLIED, digest(Json.bytes(tree)))
            .build());
    return copy;
  }

  private static String digest(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
