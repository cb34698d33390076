package io.sluice.api.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collections of records: absent reads as empty, and nobody changes them afterwards. */
public final class Frozen {
  private Frozen() {}

  public static <T> List<T> list(@Nullable List<T> given) {
    return given == null ? List.of() : List.copyOf(given);
  }

  /** Keeps the order given: {@link Map#copyOf} would write another one in every process. */
  public static <K, V> Map<K, V> map(@Nullable Map<K, V> given) {
    return given == null || given.isEmpty()
        ? Map.of()
        : Collections.unmodifiableMap(new LinkedHashMap<>(given));
  }
}
