package io.sluice.translate.compare;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects as plain trees of maps, lists and scalars. */
public final class Trees {
  private Trees() {}

  /**
   * Whether everything that is wanted is there. Keys of maps that nobody asked for are somebody
   * else's, or the server's defaults; lists have to be equal in length, element by element. What is
   * wanted empty is satisfied by absence, since servers leave it out.
   */
  public static boolean includes(@Nullable Object there, @Nullable Object wanted) {
    return switch (wanted) {
      case null -> there == null;
      case Map<?, ?> map -> includesMap(there, map);
      case List<?> list -> includesList(there, list);
      case Number number ->
          there instanceof Number other
              && (number.equals(other) || number.doubleValue() == other.doubleValue());
      default -> wanted.equals(there);
    };
  }

  private static boolean includesMap(@Nullable Object there, Map<?, ?> wanted) {
    if (!(there instanceof Map<?, ?> map)) {
      return there == null && wanted.values().stream().allMatch(Trees::isEmpty);
    }
    return wanted.entrySet().stream()
        .allMatch(entry -> includes(map.get(entry.getKey()), entry.getValue()));
  }

  private static boolean includesList(@Nullable Object there, List<?> wanted) {
    if (!(there instanceof List<?> list)) {
      return there == null && wanted.isEmpty();
    }
    Iterator<?> others = list.iterator();
    return list.size() == wanted.size()
        && wanted.stream().allMatch(element -> includes(others.next(), element));
  }

  private static boolean isEmpty(@Nullable Object value) {
    return switch (value) {
      case null -> true;
      case Map<?, ?> map -> map.values().stream().allMatch(Trees::isEmpty);
      case List<?> list -> list.isEmpty();
      default -> false;
    };
  }
}
