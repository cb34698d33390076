package io.sluice.engine.kube;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that was not answered with what was asked for. */
public final class ApiFailure extends RuntimeException {
  /** A 409 has no causes: these words, from the two places that check, tell it from others. */
  private static final List<String> UID_CONFLICTS =
      List.of("the UID in the precondition", "Precondition failed: UID in precondition");

  private final Problem problem;
  private final int code;
  private final transient @Nullable Status status;
  private final @Nullable Duration retryAfter;

  ApiFailure(Problem problem, int code, String message, @Nullable Status status) {
    this(problem, code, message, status, null);
  }

  ApiFailure(
      Problem problem,
      int code,
      String message,
      @Nullable Status status,
      @Nullable Duration retryAfter) {
    super(message, null, false, false);
    this.problem = problem;
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }

  static ApiFailure unreachable(String what, Exception cause) {
    String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    ApiFailure failure = new ApiFailure(Problem.UNREACHABLE, 0, what + ": " + why, null);
    failure.addSuppressed(cause);
    return failure;
  }

  public Problem problem() {
    return problem;
  }

  /** HTTP status code; 0 when there was no answer. */
  public int code() {
    return code;
  }

  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  public boolean is(Problem wanted) {
    return problem == wanted;
  }

  /**
   * A patch that carries {@code metadata.uid} of an object that was replaced meanwhile is answered
   * with 422 on that field, not with 409 (T-5): the object we meant is gone.
   */
  public boolean meansOtherUid() {
    return (problem == Problem.INVALID && causes().stream().anyMatch(ApiFailure::isUid))
        || (problem == Problem.CONFLICT && UID_CONFLICTS.stream().anyMatch(message()::contains));
  }

  /** The namespace is on its way out: nothing can be made in it, and nobody can change that. */
  public boolean meansEndOfNamespace() {
    return problem == Problem.FORBIDDEN
        && causes().stream().anyMatch(cause -> "NamespaceTerminating".equals(cause.getReason()));
  }

  /** The API server's own words. */
  public String reason() {
    Status answer = status;
    return answer != null && answer.getMessage() != null ? answer.getMessage() : message();
  }

  private String message() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  private List<StatusCause> causes() {
    Status answer = status;
    return answer == null || answer.getDetails() == null
        ? List.of()
        : answer.getDetails().getCauses();
  }

  private static boolean isUid(StatusCause cause) {
    return "metadata.uid".equals(cause.getField());
  }
}
