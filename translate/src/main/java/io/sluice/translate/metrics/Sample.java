package io.sluice.translate.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * One line of Prometheus' text format.
 *
 * @param labels in their order
 * @param value as it was written: nothing is rounded on the way
 * @param at milliseconds since the epoch, where the line says so
 */
public record Sample(String name, Map<String, String> labels, String value, @Nullable Long at) {
  public static final String NAMESPACE = "namespace";
  public static final String POD = "pod";
  public static final String CONTAINER = "container";

  public Sample {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /** The pod that it is about; nothing for those about machines. */
  public Optional<PodName> pod() {
    String namespace = labels.getOrDefault(NAMESPACE, "");
    String pod = labels.getOrDefault(POD, "");
    return namespace.isEmpty() || pod.isEmpty()
        ? Optional.empty()
        : Optional.of(new PodName(namespace, pod));
  }

  public double number() {
    return switch (value) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(value);
    };
  }

  /** The same with another value of a label that it has. */
  public Sample with(String label, String text) {
    if (!labels.containsKey(label)) {
      return this;
    }
    Map<String, String> changed = new LinkedHashMap<>(labels);
    changed.put(label, text);
    return new Sample(name, changed, value, at);
  }

  public Sample at(@Nullable Long time) {
    return new Sample(name, labels, value, time);
  }

  /** Nothing for a line that is none. */
  public static Optional<Sample> read(String line) {
    return new Reader(line).sample();
  }

  public String text() {
    StringBuilder line = new StringBuilder(name);
    if (!labels.isEmpty()) {
      StringJoiner all = new StringJoiner(",", "{", "}");
      labels.forEach((key, text) -> all.add(key + "=\"" + escaped(text) + "\""));
      line.append(all);
    }
    line.append(' ').append(value);
    return at == null ? line.toString() : line.append(' ').append(at).toString();
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  /** Goes over a line once. */
  private static final class Reader {
    private final String line;
    private int here;

    Reader(String line) {
      this.line = line;
    }

    Optional<Sample> sample() {
      String name = until("{ \t");
      Map<String, String> labels = new LinkedHashMap<>();
      if (name.isEmpty() || !labels(labels)) {
        return Optional.empty();
      }
      String[] rest = line.substring(here).strip().split("[ \t]+", -1);
      try {
        Long at = rest.length > 1 ? Long.valueOf(rest[1]) : null;
        Sample sample = new Sample(name, labels, rest[0], at);
        return Double.isNaN(sample.number()) && !rest[0].equals("NaN")
            ? Optional.empty()
            : Optional.of(sample);
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }

    private boolean labels(Map<String, String> found) {
      if (here >= line.length() || line.charAt(here) != '{') {
        return true;
      }
      here++;
      while (here < line.length() && line.charAt(here) != '}') {
        String key = until("=").strip();
        here += 2; // the equals sign and the quote
        if (here > line.length() || line.charAt(here - 1) != '"' || !quoted(key, found)) {
          return false;
        }
        while (here < line.length() && ", ".indexOf(line.charAt(here)) >= 0) {
          here++;
        }
      }
      here++;
      return here <= line.length();
    }

    private boolean quoted(String key, Map<String, String> found) {
      StringBuilder text = new StringBuilder();
      for (; here < line.length(); here++) {
        char c = line.charAt(here);
        if (c == '"') {
          here++;
          found.put(key, text.toString());
          return true;
        }
        if (c == '\\' && here + 1 < line.length()) {
          here++;
          c = line.charAt(here) == 'n' ? '\n' : line.charAt(here);
        }
        text.append(c);
      }
      return false;
    }

    private String until(String ends) {
      int from = here;
      while (here < line.length() && ends.indexOf(line.charAt(here)) < 0) {
        here++;
      }
      return line.substring(from, here);
    }
  }
}
