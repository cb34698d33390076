package io.sluice.translate.namespaces;

import io.fabric8.kubernetes.api.model.Namespace;
import io.sluice.api.offloading.NamespaceMapPhase;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the provider has to do for one entry of a NamespaceMap (§5.4). */
public sealed interface TwinStep {
  String local();

  String remote();

  /** There is no such namespace yet. */
  record Create(String local, String remote, Namespace twin) implements TwinStep {}

  /** It is ours, but labels that we own differ. */
  record Repair(String local, String remote, Namespace twin) implements TwinStep {}

  /** It is ours and as it should be; only its RoleBinding is looked after. */
  record Keep(String local, String remote) implements TwinStep {}

  /** It belongs to somebody else, and goes on doing so. */
  record Conflict(String local, String remote, String why) implements TwinStep {}

  /** It is ours and wanted no longer. */
  record Delete(String local, String remote, String uid) implements TwinStep {}

  /** Wanted no longer, but its volumes are to be kept: emptied, let go, not deleted (D-22). */
  record Release(String local, String remote, Namespace kept) implements TwinStep {}

  /** It is on its way out; what is wanted next has to wait. */
  record Await(String local, String remote, boolean wanted) implements TwinStep {}

  /** Gone, or never ours: the entry disappears and nothing is touched. */
  record Forget(String local, String remote) implements TwinStep {}

  /**
   * The phase to report after this step was tried; empty when the entry disappears. A twin that was
   * accepted stays so through errors: one bad answer must not call pods home.
   */
  default Optional<NamespaceMapPhase> phase(boolean failed, @Nullable NamespaceMapPhase before) {
    NamespaceMapPhase onError =
        before == NamespaceMapPhase.ACCEPTED ? before : NamespaceMapPhase.CREATION_LOOP_BACK_OFF;
    return switch (this) {
      case Create _, Repair _, Keep _ -> Optional.of(failed ? onError : NamespaceMapPhase.ACCEPTED);
      case Conflict _ -> Optional.of(NamespaceMapPhase.CREATION_LOOP_BACK_OFF);
      case Await(_, _, boolean wanted) ->
          Optional.of(wanted ? onError : NamespaceMapPhase.TERMINATING);
      case Delete _, Release _ -> Optional.of(NamespaceMapPhase.TERMINATING);
      case Forget _ -> Optional.empty();
    };
  }
}
