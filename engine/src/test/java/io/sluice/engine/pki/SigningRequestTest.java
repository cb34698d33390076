package io.sluice.engine.pki;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Subject;
import java.io.IOException;
import java.security.KeyPair;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SigningRequestTest {
  private static final Subject SUBJECT = Subject.of("home", "liqo.io");

  @ParameterizedTest
  @MethodSource("io.sluice.engine.pki.KeysTest#pairs")
  void asksForItsSubjectAndNothingElse(KeyPair pair) {
    SigningRequest read = parsed(SigningRequest.create(pair, SUBJECT));

    assertThat(read.subject()).isEqualTo(SUBJECT);
    assertThat(read.extras()).isEmpty();
    assertThat(Keys.same(read.key(), pair.getPublic())).isTrue();
    assertThat(SigningRequest.parse(read.pem())).isEqualTo(Outcome.ok(read));
  }

  @Test
  void showsEverySubjectAttribute() {
    Subject greedy = new Subject(List.of("home"), List.of("liqo.io", "other"), List.of());

    assertThat(parsed(SigningRequest.create(Keys.generate(), greedy)).subject()).isEqualTo(greedy);
  }

  @Test
  void keepsOddCharactersAsTheyAre() {
    Subject odd = Subject.of("a,b=\"c\" +d", "ü\\x");

    assertThat(parsed(SigningRequest.create(Keys.generate(), odd)).subject()).isEqualTo(odd);
  }

  @Test
  void showsRequestedExtensions() throws IOException, OperatorCreationException {
    KeyPair pair = Keys.generate();
    ExtensionsGenerator extensions = new ExtensionsGenerator();
    extensions.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
    extensions.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(new GeneralName(GeneralName.dNSName, "kubernetes.default")));
    String pem =
        Pem.text(
            Pem.REQUEST,
            new JcaPKCS10CertificationRequestBuilder(Subjects.write(SUBJECT), pair.getPublic())
                .addAttribute(
                    PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate())
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))
                .getEncoded());

    assertThat(parsed(pem).extras()).containsExactly("2.5.29.15", "2.5.29.17");
  }

  @Test
  void refusesASignatureOfAnotherKey() throws IOException, OperatorCreationException {
    String pem =
        Pem.text(
            Pem.REQUEST,
            new JcaPKCS10CertificationRequestBuilder(
                    Subjects.write(SUBJECT), Keys.generate().getPublic())
                .build(
                    new JcaContentSignerBuilder("SHA256withECDSA")
                        .build(Keys.generate().getPrivate()))
                .getEncoded());

    assertThat(SigningRequest.parse(pem))
        .isEqualTo(Outcome.failed("signing request is not signed with its own key"));
  }

  @Test
  void refusesASecondRequestBehindTheFirst() {
    String one = SigningRequest.create(Keys.generate(), SUBJECT);
    String two = SigningRequest.create(Keys.generate(), Subject.of("admin", "system:masters"));

    assertThat(SigningRequest.parse(one + two))
        .isEqualTo(Outcome.failed("signing request has 2 PEM blocks instead of one"));
  }

  @Test
  void refusesBytesBehindTheRequest() {
    byte[] der = Pem.all(SigningRequest.create(Keys.generate(), SUBJECT)).getFirst().der();
    byte[] longer = java.util.Arrays.copyOf(der, der.length + 2);

    assertThat(SigningRequest.parse(Pem.text(Pem.REQUEST, longer)))
        .isEqualTo(Outcome.failed("signing request cannot be read"));
  }

  private static SigningRequest parsed(String pem) {
    return switch (SigningRequest.parse(pem)) {
      case Outcome.Ok(SigningRequest request) -> request;
      case Outcome.Failed(String why) -> throw new AssertionError(why);
    };
  }
}
