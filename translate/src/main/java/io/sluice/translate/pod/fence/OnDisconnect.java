package io.sluice.translate.pod.fence;

import io.sluice.api.vocab.Annotations;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/** What becomes of a pod whose home can't be heard any more (D-22). */
public sealed interface OnDisconnect {
  /** Shorter would stop pods whose home merely missed one sign of life. */
  Duration SHORTEST = Duration.ofSeconds(15);

  /** It runs on, as if nothing had happened. */
  record Keep() implements OnDisconnect {}

  /** The provider stops it after this time, and only then another may take its place. */
  record StopAfter(Duration time) implements OnDisconnect {}

  /** Neither side may guess what was meant. */
  record Invalid(String why) implements OnDisconnect {}

  String STOP_AFTER = "stopAfter=";
  Pattern TIME = Pattern.compile("(?:(\\d{1,5})h)?(?:(\\d{1,5})m)?(?:(\\d{1,6})s)?");

  static OnDisconnect of(Map<String, String> annotations) {
    var text = annotations.getOrDefault(Annotations.ON_DISCONNECT, "").strip();
    if (text.isEmpty() || text.equals("keep")) {
      return new Keep();
    }
    if (!text.startsWith(STOP_AFTER)) {
      return new Invalid("\"%s\" is neither keep nor stopAfter=T".formatted(text));
    }
    var time = time(text.substring(STOP_AFTER.length()));
    return time.compareTo(SHORTEST) < 0
        ? new Invalid(
            "\"%s\": T is a time such as 90s or 5m, at least %d s"
                .formatted(text, SHORTEST.toSeconds()))
        : new StopAfter(time);
  }

  /** Zero where it is no time at all, which is too short in any case. */
  private static Duration time(String text) {
    var found = TIME.matcher(text);
    return found.matches()
        ? Duration.ofHours(number(found.group(1)))
            .plusMinutes(number(found.group(2)))
            .plusSeconds(number(found.group(3)))
        : Duration.ZERO;
  }

  private static long number(String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
