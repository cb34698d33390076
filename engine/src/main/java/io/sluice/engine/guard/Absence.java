package io.sluice.engine.guard;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;

/**
 * Proof that an object is gone (T-14). A deletion that the watch reported is proof; an object that
 * is merely missing from what we know is asked for once, consistently. An error, a 403 or a
 * time-out is never "gone".
 */
public final class Absence {
  private Absence() {}

  /**
   * Whether the object with this UID is certainly gone.
   *
   * @throws ApiFailure when nobody can tell; the caller tries again later
   */
  public static <T extends HasMetadata> boolean proved(Api api, Feed<T> feed, Ref ref, String uid) {
    if (!feed.synced()) {
      return false;
    }
    if (feed.sawDeletion(uid)) {
      return true;
    }
    if (feed.get(ref).filter(object -> uid.equals(object.getMetadata().getUid())).isPresent()) {
      return false;
    }
    return api.find(feed.kind(), ref)
        .filter(found -> uid.equals(found.getMetadata().getUid()))
        .isEmpty();
  }

  /**
   * Whether there is certainly no object of this name, asked consistently.
   *
   * @throws ApiFailure when nobody can tell; the caller tries again later
   */
  public static <T extends HasMetadata> boolean ofName(Api api, Kind<T> kind, Ref ref) {
    return api.find(kind, ref).isEmpty();
  }
}
