package io.sluice.translate.serve;

import io.sluice.translate.Outcome;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The parameters of a request. A character stands for a byte, so that arguments which are not UTF-8
 * arrive as they were sent; what is written again contains nothing but letters, digits, {@code
 * -_.~} and escapes, so no value can break out of its place (T-36).
 */
public record Query(Map<String, List<String>> values) {
  public static final Query EMPTY = new Query(Map.of());

  private static final String HEX = "0123456789ABCDEF";

  public Query {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    values.forEach((name, each) -> copy.put(name, List.copyOf(each)));
    values = Collections.unmodifiableMap(copy);
  }

  public static Outcome<Query> parse(String raw) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String pair : raw.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      Outcome<String> name = decode(equals < 0 ? pair : pair.substring(0, equals));
      Outcome<String> value = decode(equals < 0 ? "" : pair.substring(equals + 1));
      if (!(name instanceof Outcome.Ok(String key)) || !(value instanceof Outcome.Ok(String v))) {
        return Outcome.failed("invalid URL escape in the query");
      }
      values.computeIfAbsent(key, _ -> new ArrayList<>()).add(v);
    }
    return Outcome.ok(new Query(values));
  }

  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** The first value, or nothing. */
  public String first(String name) {
    List<String> all = all(name);
    return all.isEmpty() ? "" : all.getFirst();
  }

  /** As it is written behind a path, with its question mark; empty when there is nothing. */
  public String text() {
    StringJoiner text = new StringJoiner("&", "?", "").setEmptyValue("");
    values.forEach(
        (name, each) -> each.forEach(value -> text.add(encode(name) + "=" + encode(value))));
    return text.toString();
  }

  private static Outcome<String> decode(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
        int low = high < 0 ? -1 : Character.digit(text.charAt(i + 2), 16);
        if (low < 0) {
          return Outcome.failed("invalid URL escape");
        }
        bytes.write(high << 4 | low);
        i += 2;
      } else {
        bytes.write(c == '+' ? ' ' : c);
      }
    }
    return Outcome.ok(bytes.toString(StandardCharsets.ISO_8859_1));
  }

  private static String encode(String value) {
    StringBuilder text = new StringBuilder(value.length() + 16);
    for (byte b : value.getBytes(StandardCharsets.ISO_8859_1)) {
      char c = (char) (b & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-_.~".indexOf(c) >= 0;
      if (plain) {
        text.append(c);
      } else {
        text.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
      }
    }
    return text.toString();
  }
}
