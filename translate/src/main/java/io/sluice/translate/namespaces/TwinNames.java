package io.sluice.translate.namespaces;

import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.vocab.Names;
import io.sluice.translate.Outcome;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of twin namespaces (§5.1). */
public final class TwinNames {
  private TwinNames() {}

  private static final int LONGEST = 63;
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

  /**
   * The twin's name; fails when no namespace can have it, so that the user hears it here and not
   * from a provider that tries for ever.
   */
  public static Outcome<String> of(
      MappingStrategy strategy, @Nullable String selected, String namespace, String consumer) {
    String name =
        switch (strategy) {
          case ENFORCE_SAME_NAME -> namespace;
          case SELECTED_NAME -> selected == null ? "" : selected;
          case DEFAULT_NAME -> namespace + "-" + consumer;
        };
    if (name.length() > LONGEST) {
      return Outcome.failed(
          "remote namespace name %s has %d characters, a namespace may have %d"
              .formatted(name, name.length(), LONGEST));
    }
    return LABEL.matcher(name).matches()
        ? Outcome.ok(name)
        : Outcome.failed("remote namespace name '" + name + "' is not a namespace name");
  }

  /**
   * Names that a consumer must not take before their owner does: those of Kubernetes, of tenants
   * and of Sluice itself.
   */
  public static boolean isReserved(String name) {
    return name.startsWith("kube-")
        || name.startsWith(Names.TENANT_NAMESPACE_PREFIX)
        || name.equals(Names.SYSTEM_NAMESPACE);
  }
}
