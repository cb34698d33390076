package io.sluice.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemTest {
  @ParameterizedTest
  @CsvSource({
    "400, BadRequest, '', false, INVALID",
    "400, Expired, '', false, EXPIRED",
    "401, Unauthorized, '', false, UNAUTHORIZED",
    "403, Forbidden, '', false, FORBIDDEN",
    "404, NotFound, '', false, NOT_FOUND",
    "409, AlreadyExists, '', false, EXISTS",
    "409, Conflict, '', false, CONFLICT",
    "410, Gone, '', false, EXPIRED",
    "413, RequestEntityTooLarge, '', false, TOO_LARGE",
    "422, Invalid, 'spec.ports: Required value', false, INVALID",
    // a full etcd or a full range of addresses, and no fault of the Service
    "422, Invalid, 'Invalid value: [\"\"]: failed to allocate IP: database space', false, SERVER",
    "429, TooManyRequests, '', false, THROTTLED",
    "500, InternalError, '', false, SERVER",
    "503, '', '', false, SERVER",
    "503, '', '', true, THROTTLED",
  })
  void tellsWhatAnAnswerMeans(
      int code, String reason, String message, boolean retryAfter, Problem meaning) {
    assertThat(Problem.of(code, reason, message, retryAfter)).isEqualTo(meaning);
  }
}
