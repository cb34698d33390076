package io.sluice.engine.kube;

/** What an API server's refusal means to the one who asked. */
public enum Problem {
  NOT_FOUND,
  /** A create found an object of that name. */
  EXISTS,
  /** A precondition or resourceVersion did not hold. */
  CONFLICT,
  /** A watch or continue token is too old. */
  EXPIRED,
  UNAUTHORIZED,
  FORBIDDEN,
  INVALID,
  TOO_LARGE,
  /** Asked to come back later: 429, or a 5xx with Retry-After. */
  THROTTLED,
  /** No answer: nothing is known about what happened. */
  UNREACHABLE,
  SERVER;

  /** Permanent problems are reported and wait for a change; others are tried again. */
  public boolean permanent() {
    return switch (this) {
      case INVALID, TOO_LARGE, FORBIDDEN -> true;
      case NOT_FOUND, EXISTS, CONFLICT, EXPIRED, UNAUTHORIZED, THROTTLED, UNREACHABLE, SERVER ->
          false;
    };
  }

  /** What an API server calls an invalid Service when it finds no address for it just now. */
  private static final String NO_ADDRESS = "failed to allocate IP:";

  static Problem of(int code, String reason, String message, boolean retryAfter) {
    if (code == 429 || (code >= 500 && retryAfter)) {
      return THROTTLED;
    }
    return switch (code) {
      case 400, 422 -> {
        if (message.contains(NO_ADDRESS)) {
          yield SERVER;
        }
        yield "Expired".equals(reason) ? EXPIRED : INVALID;
      }
      case 401 -> UNAUTHORIZED;
      case 403 -> FORBIDDEN;
      case 404 -> NOT_FOUND;
      case 409 -> "AlreadyExists".equals(reason) ? EXISTS : CONFLICT;
      case 410 -> EXPIRED;
      case 413 -> TOO_LARGE;
      default -> SERVER;
    };
  }
}
