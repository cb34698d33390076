package io.sluice.cli.shell;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: 30s, 2m, 1h30m; also PT30S. */
public final class Durations {
  private static final Pattern SHORT =
      Pattern.compile("(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,6})s)?");

  private Durations() {}

  public static Duration parse(String text) {
    Matcher matcher = SHORT.matcher(text);
    if (!text.isEmpty() && matcher.matches()) {
      return Duration.ofHours(number(matcher.group(1)))
          .plusMinutes(number(matcher.group(2)))
          .plusSeconds(number(matcher.group(3)));
    }
    try {
      return Duration.parse(text.toUpperCase(Locale.ROOT));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("'" + text + "' is not a duration such as 30s or 2m");
    }
  }

  private static long number(@org.jspecify.annotations.Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  /** The short form, rounded to seconds. */
  public static String text(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3600) {
      return seconds / 60 + "m" + (seconds % 60 == 0 ? "" : seconds % 60 + "s");
    }
    return seconds / 3600 + "h" + (seconds % 3600 < 60 ? "" : seconds % 3600 / 60 + "m");
  }
}
