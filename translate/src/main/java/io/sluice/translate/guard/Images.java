package io.sluice.translate.guard;

import java.util.List;

/** Where images come from. */
final class Images {
  private Images() {}

  private static final String DEFAULT_REGISTRY = "docker.io/";
  private static final String DEFAULT_FOLDER = "library/";

  /**
   * Whether the image lies below one of the prefixes. A prefix ends at a border of the name: {@code
   * registry.example.org} must not let {@code registry.example.org.evil.example} in.
   */
  static boolean comesFrom(List<String> prefixes, String image) {
    String name = qualified(image);
    return prefixes.stream().anyMatch(prefix -> isBelow(prefix, name));
  }

  private static boolean isBelow(String prefix, String image) {
    if (prefix.isEmpty() || !image.startsWith(prefix)) {
      return false;
    }
    // After the bare name of a registry a colon would be the port of another one.
    String borders = prefix.contains("/") ? "/:@" : "/";
    return prefix.endsWith("/")
        || image.length() == prefix.length()
        || borders.indexOf(image.charAt(prefix.length())) >= 0;
  }

  /** The name that container runtimes read: without a registry it is that of Docker. */
  private static String qualified(String image) {
    int slash = image.indexOf('/');
    String first = slash < 0 ? "" : image.substring(0, slash);
    boolean hasRegistry = first.contains(".") || first.contains(":") || first.equals("localhost");
    if (hasRegistry) {
      return image;
    }
    return DEFAULT_REGISTRY + (slash < 0 ? DEFAULT_FOLDER : "") + image;
  }
}
