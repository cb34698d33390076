package io.sluice.translate.serve;

import java.util.List;
import java.util.Map;

/** What a kubelet said, dug out of what the API server in between made of it. */
public final class Refusals {
  private Refusals() {}

  private static final List<String> WRAPPED = List.of("NotFound", "InternalError");

  /**
   * The API server answers with a Status; the words of the kubelet behind it are its message, or a
   * cause of it where the message is only "the server could not find the requested resource".
   *
   * @param status a Status as a tree
   */
  public static String message(Map<?, ?> status) {
    if (status.get("details") instanceof Map<?, ?> details
        && details.get("causes") instanceof List<?> causes
        && !causes.isEmpty()
        && WRAPPED.contains(String.valueOf(status.get("reason")))
        && causes.getLast() instanceof Map<?, ?> cause
        && cause.get("message") instanceof String said
        && !said.isEmpty()) {
      return said;
    }
    return String.valueOf(status.get("message"));
  }
}
