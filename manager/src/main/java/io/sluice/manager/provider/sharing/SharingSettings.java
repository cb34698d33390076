package io.sluice.manager.provider.sharing;

import io.sluice.translate.Outcome;
import io.sluice.translate.share.Lending;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How this cluster lends. Flags say what holds at start; the ConfigMap {@code sluice-sharing} in
 * the system namespace changes it while the manager runs, key by key:
 *
 * <ul>
 *   <li>{@code percentage}: 0 to 100
 *   <li>{@code mode}: {@code fair} or {@code each}
 *   <li>{@code wholeDevices}: {@code true} lends one GPU where its share would round down to none
 *   <li>{@code defaultClass}: {@code false} refuses slices of the default class
 *   <li>{@code nodeLabels}: lines of {@code key=value} that virtual nodes get
 *   <li>{@code loadBalancerClasses}: names, the first one is the default
 *   <li>{@code plugin}: {@code host:port} of a resource plugin that says what is lent instead
 *       (§7.2)
 * </ul>
 */
public record SharingSettings(
    Lending lending,
    boolean defaultClass,
    Map<String, String> nodeLabels,
    List<String> loadBalancerClasses,
    String plugin) {
  private static final Set<String> KEYS =
      Set.of(
          "percentage",
          "mode",
          "wholeDevices",
          "defaultClass",
          "nodeLabels",
          "loadBalancerClasses",
          "plugin");

  public static final SharingSettings DEFAULT = lending(Lending.DEFAULT);

  public SharingSettings {
    nodeLabels = Map.copyOf(nodeLabels);
    loadBalancerClasses = List.copyOf(loadBalancerClasses);
  }

  public static SharingSettings lending(Lending lending) {
    return new SharingSettings(lending, true, Map.of(), List.of(), "");
  }

  /** The same with a resource plugin at this address; none when it is empty. */
  public SharingSettings plugged(String address) {
    return new SharingSettings(lending, defaultClass, nodeLabels, loadBalancerClasses, address);
  }

  /** What the ConfigMap makes of these settings; one bad value and nothing of it is taken. */
  public Outcome<SharingSettings> with(@Nullable Map<String, String> data) {
    Map<String, String> given = data == null ? Map.of() : new TreeMap<>(data);
    for (String key : given.keySet()) {
      if (!KEYS.contains(key)) {
        return Outcome.failed(key + " is not a setting; there are " + String.join(", ", sorted()));
      }
    }
    try {
      return Outcome.ok(
          new SharingSettings(
              lending(given),
              bool(given, "defaultClass", defaultClass),
              labels(given.get("nodeLabels")),
              words(given.get("loadBalancerClasses")),
              address(given.getOrDefault("plugin", plugin).strip())));
    } catch (IllegalArgumentException bad) {
      return Outcome.failed(String.valueOf(bad.getMessage()));
    }
  }

  private Lending lending(Map<String, String> given) {
    String percentage = given.getOrDefault("percentage", "" + lending.percentage()).strip();
    if (!percentage.matches("\\d{1,3}") || Integer.parseInt(percentage) > 100) {
      throw new IllegalArgumentException(
          "percentage '" + percentage + "' is not a whole number from 0 to 100");
    }
    String mode = given.getOrDefault("mode", lending.each() ? "each" : "fair").strip();
    if (!mode.equals("each") && !mode.equals("fair")) {
      throw new IllegalArgumentException("mode '" + mode + "' is neither fair nor each");
    }
    return new Lending(
        Integer.parseInt(percentage),
        mode.equals("each"),
        bool(given, "wholeDevices", lending.wholeDevices()));
  }

  private static boolean bool(Map<String, String> given, String key, boolean otherwise) {
    String text = given.getOrDefault(key, "" + otherwise).strip();
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(key + " '" + text + "' is neither true nor false");
    }
    return text.equals("true");
  }

  private Map<String, String> labels(@Nullable String text) {
    if (text == null) {
      return nodeLabels;
    }
    Map<String, String> labels = new LinkedHashMap<>();
    for (String line : text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList()) {
      int equals = line.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("nodeLabels: '" + line + "' is not key=value");
      }
      labels.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
    }
    return labels;
  }

  private List<String> words(@Nullable String text) {
    return text == null
        ? loadBalancerClasses
        : Arrays.stream(text.split("[,\\s]+")).filter(word -> !word.isEmpty()).toList();
  }

  private static String address(String text) {
    if (!text.isEmpty() && !text.matches("[^\\s/:]+:\\d{1,5}")) {
      throw new IllegalArgumentException("plugin '" + text + "' is not host:port");
    }
    return text;
  }

  private static List<String> sorted() {
    return KEYS.stream().sorted().toList();
  }
}
