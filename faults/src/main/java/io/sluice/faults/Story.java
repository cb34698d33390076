package io.sluice.faults;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one pod during a fault.
 *
 * @param creations when the provider's API server accepted a pod of this name
 * @param before the remote pod's UID before the fault, where there was one
 * @param after its UID when everything was quiet again, where there is one
 * @param ended when its container ended or its deletion was accepted
 * @param localUid the local pod's UID before and after
 * @param exitCode what the home cluster shows at the end
 */
record Story(
    Phase phase,
    String name,
    List<Instant> creations,
    @Nullable String before,
    @Nullable String after,
    @Nullable Instant ended,
    LocalUid localUid,
    @Nullable Integer exitCode) {
  Story {
    creations = List.copyOf(creations);
  }

  /** UIDs of the local pod; null where there is none. */
  record LocalUid(@Nullable String before, @Nullable String after) {}
}
