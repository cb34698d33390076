package io.sluice.translate.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads documents that nobody promised the shape of. */
final class Tree {
  private Tree() {}

  static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> found = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> found.put(String.valueOf(key), each));
    }
    return found;
  }

  static List<Map<String, Object>> list(@Nullable Object value) {
    return value instanceof List<?> list ? list.stream().map(Tree::map).toList() : List.of();
  }

  static String text(@Nullable Object value) {
    return value == null ? "" : String.valueOf(value);
  }

  static double number(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : 0;
  }

  static Map<String, Object> with(Map<String, Object> map, String key, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(map);
    changed.put(key, value);
    return changed;
  }
}
