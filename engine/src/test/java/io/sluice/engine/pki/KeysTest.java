package io.sluice.engine.pki;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.translate.Outcome;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {

  @ParameterizedTest
  @MethodSource("pairs")
  void readsBackWhatItWrote(KeyPair pair) {
    assertThat(Keys.readPrivate(Keys.pem(pair.getPrivate())))
        .isEqualTo(Outcome.ok(pair.getPrivate()));
    assertThat(Keys.readPublic(Keys.pem(pair.getPublic()).getBytes(US_ASCII)))
        .isEqualTo(Outcome.ok(pair.getPublic()));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aSignatureHoldsOnlyForItsKeyAndItsChallenge(KeyPair pair) {
    byte[] challenge = "nonce".getBytes(US_ASCII);
    byte[] signed = Proof.sign(pair.getPrivate(), challenge);
    byte[] torn = Arrays.copyOf(signed, signed.length / 2);

    assertThat(Proof.holds(pair.getPublic(), challenge, signed)).isTrue();
    assertThat(Proof.holds(pair.getPublic(), "other".getBytes(US_ASCII), signed)).isFalse();
    assertThat(Proof.holds(Keys.generate().getPublic(), challenge, signed)).isFalse();
    assertThat(Proof.holds(pair.getPublic(), challenge, torn)).isFalse();
    assertThat(Proof.holds(pair.getPublic(), challenge, new byte[0])).isFalse();
  }

  @Test
  void readsTheBareEd25519KeyOfOlderPeers() throws NoSuchAlgorithmException {
    KeyPair pair = pair("Ed25519", 255);
    byte[] pkix = pair.getPublic().getEncoded();
    byte[] bare = Arrays.copyOfRange(pkix, pkix.length - 32, pkix.length);

    assertThat(Keys.readPublic(bare)).isEqualTo(Outcome.ok(pair.getPublic()));
  }

  @Test
  void refusesRsaKeysThatAreTooShort() throws NoSuchAlgorithmException {
    String pem = Keys.pem(pair("RSA", 1024).getPublic());

    assertThat(Keys.readPublic(pem.getBytes(US_ASCII)))
        .isEqualTo(Outcome.failed("public key is RSA with fewer than 2048 bits"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage",
        "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
        "-----BEGIN PUBLIC KEY-----\nA\n-----END PUBLIC KEY-----\n"
      })
  void refusesWhatIsNoKey(String text) {
    assertThat(Keys.readPublic(text.getBytes(US_ASCII))).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void neverReadsAPrivateKeyAsAPublicOne() {
    String pem = Keys.pem(Keys.generate().getPrivate());

    assertThat(Keys.readPublic(pem.getBytes(US_ASCII)))
        .isEqualTo(
            Outcome.failed("public key is a PEM block of type PRIVATE KEY instead of PUBLIC KEY"));
  }

  @Test
  void namesAKeyByItsFingerprint() {
    KeyPair pair = Keys.generate();

    assertThat(Keys.fingerprint(pair.getPublic()))
        .startsWith("sha256:")
        .hasSize(71)
        .isNotEqualTo(Keys.fingerprint(Keys.generate().getPublic()));
  }

  static Stream<KeyPair> pairs() throws NoSuchAlgorithmException {
    return Stream.of(Keys.generate(), pair("Ed25519", 255), pair("RSA", 2048));
  }

  static KeyPair pair(String algorithm, int bits) throws NoSuchAlgorithmException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(bits);
    return generator.generateKeyPair();
  }
}
