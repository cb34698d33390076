package io.sluice.translate.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.sluice.api.vocab.Reasons;
import io.sluice.translate.tenant.SigningRules.Asked;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** T-25: exactly one common name, one organization, the tenant's key, and nothing else. */
class SigningRulesTest {
  private static final Subject WANTED = Subject.controlPlane("home");

  @Test
  void theExactRequestIsSigned() {
    assertThat(SigningRules.refusal(WANTED, new Asked(WANTED, List.of(), true))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void anythingElseIsRefused(Asked asked, String words) {
    assertThat(SigningRules.refusal(WANTED, asked))
        .hasValueSatisfying(
            refusal -> {
              assertThat(refusal.reason()).isEqualTo(Reasons.INVALID_CSR);
              assertThat(refusal.message()).contains(words);
            });
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        arguments(asked(Subject.of("other", "liqo.io")), "CN=other,O=liqo.io"),
        arguments(asked(Subject.of("home", "system:masters")), "O=system:masters"),
        arguments(asked(subject(List.of("home"), List.of("liqo.io", "b"))), "O=liqo.io,O=b"),
        arguments(asked(subject(List.of("home"), List.of())), "for CN=home instead"),
        arguments(asked(subject(List.of(), List.of("liqo.io"))), "for O=liqo.io instead"),
        arguments(asked(subject(List.of("home", "b"), List.of("liqo.io"))), "CN=home,CN=b"),
        arguments(
            asked(new Subject(List.of("home"), List.of("liqo.io"), List.of("2.5.4.11=x"))),
            "2.5.4.11=x"),
        arguments(new Asked(WANTED, List.of("2.5.29.17"), true), "alternative names"),
        arguments(new Asked(WANTED, List.of("2.5.29.15", "2.5.29.37"), true), "key usages"),
        arguments(new Asked(WANTED, List.of("1.2.3.4"), true), "1.2.3.4"),
        arguments(new Asked(WANTED, List.of(), false), "another key"));
  }

  private static Asked asked(Subject subject) {
    return new Asked(subject, List.of(), true);
  }

  private static Subject subject(List<String> commonNames, List<String> organizations) {
    return new Subject(commonNames, organizations, List.of());
  }
}
