package io.sluice.engine.pki;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/** Shows that somebody holds a private key: a signature over bytes that the other side chose. */
public final class Proof {
  private Proof() {}

  public static byte[] sign(PrivateKey key, byte[] challenge) {
    try {
      Signature signature = Signature.getInstance(Keys.signatureOf(key));
      signature.initSign(key);
      signature.update(challenge);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the private key cannot sign: " + e.getMessage(), e);
    }
  }

  /** False for a wrong signature and for one that does not even parse. */
  public static boolean holds(PublicKey key, byte[] challenge, byte[] signed) {
    try {
      Signature signature = Signature.getInstance(Keys.signatureOf(key));
      signature.initVerify(key);
      signature.update(challenge);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
