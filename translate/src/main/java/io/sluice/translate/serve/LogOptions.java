package io.sluice.translate.serve;

import io.sluice.translate.serve.Ask.Refused;
import io.sluice.translate.serve.Ask.Target;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a log is wanted.
 *
 * @param remote the parameters that the provider's API server is given; those that say nothing are
 *     left out
 * @param tailLines null for all
 * @param limitBytes null for all
 */
public record LogOptions(
    Query remote,
    boolean follow,
    boolean previous,
    @Nullable Long tailLines,
    @Nullable Long limitBytes) {

  static final Refused UNREADABLE = new Refused(400, "{\"message\": \"Unable to decode query.\"}");
  private static final Refused INVALID = new Refused(422, "{\"message\": \"Invalid request.\"}");
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]{1,18}");
  private static final Set<String> STREAMS = Set.of("All", "Stdout", "Stderr");

  static Ask ask(Target target, Query asked) {
    String tail = asked.first("tail").isEmpty() ? asked.first("tailLines") : asked.first("tail");
    String lines = tail.equals("all") ? "" : tail;
    String since = asked.first("sinceSeconds");
    String bytes = asked.first("limitBytes");
    String time = asked.first("sinceTime");
    String stream = asked.first("stream");
    if (!isNumber(lines) || !isNumber(since) || !isNumber(bytes) || !isTime(time)) {
      return UNREADABLE;
    }
    boolean both = !since.isEmpty() && !time.isEmpty();
    boolean some = !stream.isEmpty() && !stream.equals("All") && !lines.isEmpty();
    boolean known = stream.isEmpty() || STREAMS.contains(stream);
    if (both || some || !known || less(lines, 0) || less(bytes, 1) || less(since, 1)) {
      return INVALID;
    }
    Map<String, List<String>> remote = new LinkedHashMap<>();
    remote.put("container", List.of(target.container()));
    for (String flag : List.of("follow", "previous", "timestamps")) {
      if (isTrue(asked, flag)) {
        remote.put(flag, List.of("true"));
      }
    }
    put(remote, "tailLines", lines);
    put(remote, "sinceSeconds", since);
    put(remote, "sinceTime", time);
    put(remote, "limitBytes", bytes);
    put(remote, "stream", stream);
    return new Ask.Logs(
        target,
        new LogOptions(
            new Query(remote),
            isTrue(asked, "follow"),
            isTrue(asked, "previous"),
            number(lines),
            number(bytes)));
  }

  /** As the API machinery reads booleans: anything but false and 0. */
  private static boolean isTrue(Query asked, String name) {
    return asked.values().containsKey(name)
        && !asked.first(name).equalsIgnoreCase("false")
        && !asked.first(name).equals("0");
  }

  private static boolean isNumber(String text) {
    return text.isEmpty() || NUMBER.matcher(text).matches();
  }

  private static boolean isTime(String text) {
    try {
      return text.isEmpty() || OffsetDateTime.parse(text).getYear() > 0;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean less(String number, long than) {
    return !number.isEmpty() && Long.parseLong(number) < than;
  }

  private static @Nullable Long number(String text) {
    return text.isEmpty() ? null : Long.valueOf(text);
  }

  private static void put(Map<String, List<String>> remote, String name, String value) {
    if (!value.isEmpty()) {
      remote.put(name, List.of(value));
    }
  }

  /** The end of a kept log, cut as asked; times of single lines are not known any more. */
  public byte[] cut(String kept) {
    Long lines = tailLines;
    byte[] text = (lines == null ? kept : last(kept, lines)).getBytes(StandardCharsets.UTF_8);
    Long bytes = limitBytes;
    return bytes == null || text.length <= bytes ? text : Arrays.copyOf(text, bytes.intValue());
  }

  private static String last(String text, long lines) {
    int from = text.length();
    int end = text.endsWith("\n") ? text.length() - 1 : text.length();
    for (long left = lines; left > 0 && from > 0; left--) {
      from = text.lastIndexOf('\n', end - 1) + 1;
      end = from - 1;
    }
    return text.substring(from);
  }
}
