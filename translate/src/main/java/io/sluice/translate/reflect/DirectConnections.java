package io.sluice.translate.reflect;

import io.sluice.translate.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which addresses of a slice lie in which third cluster, so that the provider reaches them without
 * the detour through the consumer (EPS-4).
 *
 * @param addresses by cluster ID
 */
public record DirectConnections(SortedMap<String, List<String>> addresses) {
  public static final DirectConnections NONE = new DirectConnections(new TreeMap<>());

  public DirectConnections {
    addresses = Collections.unmodifiableSortedMap(new TreeMap<>(addresses));
  }

  public DirectConnections with(String cluster, List<String> more) {
    SortedMap<String, List<String>> all = new TreeMap<>(addresses);
    List<String> joined = new ArrayList<>(all.getOrDefault(cluster, List.of()));
    joined.addAll(more);
    all.put(cluster, List.copyOf(joined));
    return new DirectConnections(all);
  }

  /** The cluster that an address lies in; null when it is not listed. */
  public Map<String, String> clusters() {
    Map<String, String> clusters = new TreeMap<>();
    addresses.forEach((cluster, list) -> list.forEach(each -> clusters.put(each, cluster)));
    return clusters;
  }

  /** The value of the annotation; IDs and addresses need no quoting. */
  public String toJson() {
    return addresses.entrySet().stream()
        .map(
            entry ->
                quote(entry.getKey())
                    + entry.getValue().stream()
                        .map(DirectConnections::quote)
                        .collect(Collectors.joining(",", ":[", "]")))
        .collect(Collectors.joining(",", "{\"clusterAddresses\":{", "}}"));
  }

  /** Reads the annotation of a peer; what has another form is refused as a whole. */
  public static Outcome<DirectConnections> parse(String json) {
    return new Reader(json.replaceAll("\\s", ""))
        .whole()
        .<Outcome<DirectConnections>>map(Outcome::ok)
        .orElseGet(() -> Outcome.failed("the list of direct connections cannot be read"));
  }

  private static String quote(String word) {
    return "\"" + word + "\"";
  }

  /** A reader of this one form: a regular expression would overflow its stack on a long list. */
  private static final class Reader {
    private static final String IN_WORDS = "-.:";

    private final String text;
    private int at;

    private Reader(String text) {
      this.text = text;
    }

    private Optional<DirectConnections> whole() {
      if (text.equals("{}")) {
        return Optional.of(NONE);
      }
      SortedMap<String, List<String>> addresses = new TreeMap<>();
      boolean fine = take("{\"clusterAddresses\":{") && (take("}") || entries(addresses));
      return fine && take("}") && at == text.length()
          ? Optional.of(new DirectConnections(addresses))
          : Optional.empty();
    }

    private boolean entries(SortedMap<String, List<String>> addresses) {
      do {
        String cluster = word();
        List<String> list = new ArrayList<>();
        if (cluster.isEmpty() || !take(":[") || !(take("]") || words(list))) {
          return false;
        }
        addresses.put(cluster, List.copyOf(list));
      } while (take(","));
      return take("}");
    }

    private boolean words(List<String> list) {
      do {
        String word = word();
        if (word.isEmpty()) {
          return false;
        }
        list.add(word);
      } while (take(","));
      return take("]");
    }

    /** Empty when there is none. */
    private String word() {
      if (!take("\"")) {
        return "";
      }
      int start = at;
      while (at < text.length() && isInWord(text.charAt(at))) {
        at++;
      }
      String word = text.substring(start, at);
      return take("\"") ? word : "";
    }

    private static boolean isInWord(char c) {
      return (c < 128 && Character.isLetterOrDigit(c)) || IN_WORDS.indexOf(c) >= 0;
    }

    private boolean take(String token) {
      boolean there = text.startsWith(token, at);
      at += there ? token.length() : 0;
      return there;
    }
  }
}
