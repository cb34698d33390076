package io.sluice.cli.support;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of an object or a text what may be secret; pure. What a person may write freely and
 * Sluice need not understand is hidden as a whole: nobody can tell a password from another word.
 */
public final class Redaction {
  private Redaction() {}

  public static final String HIDDEN = "(hidden)";

  /** Of containers: values, and words that are run. */
  private static final Set<String> FREE =
      Set.of("value", "command", "args", "data", "stringData", "binaryData", "httpHeaders");

  private static final Set<String> NOISE = Set.of("managedFields");
  private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final Pattern PEM =
      Pattern.compile(
          "-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(-----END [A-Z ]*PRIVATE KEY-----|$)",
          Pattern.DOTALL);
  private static final Pattern TOKEN =
      Pattern.compile("eyJ[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]{5,}(\\.[A-Za-z0-9_-]*)?");
  private static final Pattern SAID =
      Pattern.compile(
          "(?i)\\b(authorization:(\\s*\\w+)?|bearer|password[=:]|token[=:]|secret[=:])\\s*\\S+");

  /** LS0tLS1CRUdJTi is how every PEM begins in base64; what has a private key is hidden whole. */
  private static final Pattern PACKED = Pattern.compile("LS0tLS1CRUdJTi[A-Za-z0-9+/=\\s]{40,}");

  /** An object as a tree of maps, lists and scalars. */
  public static Map<String, @Nullable Object> of(Map<String, @Nullable Object> tree) {
    return map(tree);
  }

  private static @Nullable Object any(@Nullable Object tree) {
    return switch (tree) {
      case Map<?, ?> map -> map(map);
      case List<?> list -> list.stream().map(Redaction::any).map(Redaction::present).toList();
      case String text -> text(text);
      case null -> null;
      default -> tree;
    };
  }

  private static Object present(@Nullable Object value) {
    return value == null ? "" : value;
  }

  private static Map<String, @Nullable Object> map(Map<?, ?> map) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          if (NOISE.contains(name) || name.equals(APPLIED)) {
            return;
          }
          all.put(name, FREE.contains(name) ? HIDDEN : any(value));
        });
    return all;
  }

  /** A log, or a word in an object. */
  public static String text(String text) {
    String open = PEM.matcher(text).replaceAll(HIDDEN);
    open = PACKED.matcher(open).replaceAll(HIDDEN);
    open = TOKEN.matcher(open).replaceAll(HIDDEN);
    return SAID.matcher(open).replaceAll(found -> found.group(1) + " " + HIDDEN);
  }
}
