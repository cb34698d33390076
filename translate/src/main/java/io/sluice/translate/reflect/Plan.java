package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/** What to do about one twin; the table is in DESIGN.md. */
public sealed interface Plan<R> {
  record Nothing<R>(String why) implements Plan<R> {}

  /** Create or realign. */
  record Apply<R>(R twin) implements Plan<R> {}

  /** Exactly this object, by its UID. */
  record Delete<R>(R twin, String why) implements Plan<R> {}

  /** Somebody else's object bears the name (CONF-1). */
  record Conflict<R>(String why) implements Plan<R> {}

  /** A Warning on the local object, and again later. */
  record Retry<R>(String why) implements Plan<R> {}

  /** A Warning on the local object, and again when something changes. */
  record Refuse<R>(String why) implements Plan<R> {}

  /** Guard, then wish, then comparison: the same for every kind. */
  static <L extends HasMetadata, R extends HasMetadata> Plan<R> of(
      Reflection<L, R> reflection, @Nullable L local, @Nullable R remote, Border border) {
    boolean foreign = remote != null && !reflection.isOurs(remote, border);
    if (local == null) {
      return foreign || remote == null
          ? new Nothing<>("there is nothing")
          : leave(remote, "the local object is gone");
    }
    return switch (reflection.wish(local, border)) {
      case Wish.Leave<R>(var why) -> new Nothing<>(why);
      case Wish.Unready<R>(var why) -> new Retry<>(why);
      case Wish.Refused<R>(var why) -> new Refuse<>(why);
      case Wish.Unwanted<R>(var why, _) ->
          foreign || remote == null ? new Nothing<>(why) : leave(remote, why);
      case Wish.Wanted<R>(var wanted) ->
          foreign
              ? new Conflict<>(
                  "cluster %s has an object of that name that is not ours"
                      .formatted(border.destination()))
              : align(reflection, remote, wanted);
    };
  }

  private static <R extends HasMetadata> Plan<R> leave(R remote, String why) {
    return isLeaving(remote) ? new Nothing<>("it is on its way out") : new Delete<>(remote, why);
  }

  private static <R extends HasMetadata> Plan<R> align(
      Reflection<?, R> reflection, @Nullable R remote, R wanted) {
    if (remote == null) {
      return new Apply<>(wanted);
    }
    if (isLeaving(remote)) {
      return new Nothing<>("the old one is on its way out");
    }
    if (reflection.isSame(remote, wanted)) {
      return new Nothing<>("it is as it should be");
    }
    return reflection.mustReplace(remote, wanted)
        ? new Delete<>(remote, "it can only be changed by a new one")
        : new Apply<>(reflection.onto(remote, wanted));
  }

  private static boolean isLeaving(HasMetadata remote) {
    return remote.getMetadata().getDeletionTimestamp() != null;
  }
}
