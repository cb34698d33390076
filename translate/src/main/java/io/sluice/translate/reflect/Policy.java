package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import java.util.Optional;

/** Opting in and out of reflection (§3.3). */
public final class Policy {
  private Policy() {}

  /** Why the policy keeps this object at home; empty when it is reflected. */
  public static Optional<String> keeps(ReflectionType type, HasMetadata object) {
    return switch (type) {
      case DENY_LIST ->
          says(object, Annotations.SKIP_REFLECTION)
              ? Optional.of("annotation " + Annotations.SKIP_REFLECTION + " keeps it at home")
              : Optional.empty();
      case ALLOW_LIST ->
          says(object, Annotations.ALLOW_REFLECTION)
              ? Optional.empty()
              : Optional.of("it lacks annotation " + Annotations.ALLOW_REFLECTION);
      case CUSTOM_LIQO -> Optional.empty();
    };
  }

  /** What the object itself says, whatever the policy of its kind. */
  public enum Own {
    SILENT,
    ALLOWED,
    SKIPPED,
    BOTH
  }

  public static Own own(HasMetadata object) {
    boolean allowed = says(object, Annotations.ALLOW_REFLECTION);
    boolean skipped = says(object, Annotations.SKIP_REFLECTION);
    if (allowed && skipped) {
      return Own.BOTH;
    }
    if (allowed) {
      return Own.ALLOWED;
    }
    return skipped ? Own.SKIPPED : Own.SILENT;
  }

  /** Any value but "false", in whatever case. */
  private static boolean says(HasMetadata object, String annotation) {
    String value = Frozen.map(object.getMetadata().getAnnotations()).get(annotation);
    return value != null && !value.equalsIgnoreCase("false");
  }
}
