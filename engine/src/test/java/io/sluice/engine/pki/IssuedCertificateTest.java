package io.sluice.engine.pki;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Subject;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class IssuedCertificateTest {
  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
  private static final Instant THREE = Instant.parse("2026-06-01T15:00:00Z");
  private static final Subject SUBJECT = Subject.of("home", "liqo.io");

  @Test
  void saysWhomItNamesWhatForAndUntilWhen() {
    KeyPair pair = Keys.generate();
    String pem = new TestAuthority().sign(SUBJECT, pair.getPublic(), NOON, THREE);

    assertThat(IssuedCertificate.read(pem))
        .isEqualTo(
            Outcome.ok(
                new IssuedCertificate(
                    SUBJECT,
                    pair.getPublic(),
                    List.of("client.example"),
                    List.of(IssuedCertificate.CLIENT_AUTH),
                    new IssuedCertificate.Validity(NOON, THREE))));
  }

  @Test
  void wantsRenewalAtTwoThirdsOfItsLife() {
    var validity = new IssuedCertificate.Validity(NOON, THREE);

    assertThat(validity.renewAt()).isEqualTo(Instant.parse("2026-06-01T14:00:00Z"));
    assertThat(validity.covers(NOON)).isTrue();
    assertThat(validity.covers(THREE)).isFalse();
  }

  @Test
  void refusesWhatIsNoCertificate() {
    assertThat(IssuedCertificate.read("")).isEqualTo(Outcome.failed("certificate is missing"));
    assertThat(IssuedCertificate.read(Pem.text(Pem.CERTIFICATE, new byte[] {1, 2, 3})))
        .isEqualTo(Outcome.failed("certificate cannot be read"));
  }
}
