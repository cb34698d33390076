package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.offloading.ReflectionType;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which Secrets and ConfigMaps leave: all of them, or those that something offloaded names (D-19).
 */
public sealed interface Interest {
  record All() implements Interest {}

  record Referenced(Set<String> names) implements Interest {
    public Referenced {
      names = Set.copyOf(names);
    }
  }

  /**
   * Whether a namespace lets only out what is named. A word that nobody knows must not let more out
   * than the right one would.
   *
   * @param mode what the namespace says; empty for nothing
   * @param byDefault what holds where it says nothing
   */
  static boolean isReferenced(String mode, boolean byDefault) {
    return mode.isEmpty() ? byDefault : !mode.equalsIgnoreCase("All");
  }

  /** The policy first; then interest, which an object can claim for itself. */
  default <R extends HasMetadata> Wish<R> wish(
      ReflectionType type, HasMetadata local, Supplier<R> twin) {
    Optional<String> kept = Policy.keeps(type, local);
    if (kept.isPresent()) {
      return new Wish.Unwanted<>(kept.get(), true);
    }
    return switch (this) {
      case All _ -> new Wish.Wanted<>(twin.get());
      case Referenced(var names) ->
          names.contains(local.getMetadata().getName()) || Policy.own(local) == Policy.Own.ALLOWED
              ? new Wish.Wanted<>(twin.get())
              : new Wish.Unwanted<>("nothing offloaded names it", false);
    };
  }
}
