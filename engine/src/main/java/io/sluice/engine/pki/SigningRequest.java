package io.sluice.engine.pki;

import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Subject;
import java.io.IOException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.Attribute;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A PKCS#10 request as it was read: everything that somebody might try to slip in is visible.
 *
 * @param extras object identifiers of attributes and extensions that it asks for
 * @param pem the request again, written by us, so that what was checked is what is signed
 */
public record SigningRequest(Subject subject, PublicKey key, List<String> extras, String pem) {

  public SigningRequest {
    extras = List.copyOf(extras);
  }

  /** A request for exactly this subject and nothing else. */
  public static String create(KeyPair pair, Subject subject) {
    return write(pair, subject, null);
  }

  /** A request for a certificate that a server shows. */
  public static String create(KeyPair pair, Subject subject, ServingNames names) {
    return write(pair, subject, names);
  }

  private static String write(KeyPair pair, Subject subject, @Nullable ServingNames names) {
    try {
      var builder =
          new JcaPKCS10CertificationRequestBuilder(Subjects.write(subject), pair.getPublic());
      if (names != null) {
        builder.addAttribute(
            PKCSObjectIdentifiers.pkcs_9_at_extensionRequest,
            new Extensions(
                new Extension(
                    Extension.subjectAlternativeName, false, names.write().getEncoded())));
      }
      PKCS10CertificationRequest request =
          builder.build(
              new JcaContentSignerBuilder(Keys.signatureOf(pair.getPrivate()))
                  .build(pair.getPrivate()));
      return Pem.text(Pem.REQUEST, request.getEncoded());
    } catch (OperatorCreationException | IOException e) {
      throw new IllegalArgumentException("no request can be made: " + e.getMessage(), e);
    }
  }

  /** Reads a request whose signature proves that its author holds the key. */
  public static Outcome<SigningRequest> parse(String pem) {
    return switch (Pem.only(Pem.REQUEST, pem)) {
      case Outcome.Failed(String why) -> Outcome.failed("signing request " + why);
      case Outcome.Ok(byte[] der) -> {
        try {
          yield read(new PKCS10CertificationRequest(der));
        } catch (IOException | RuntimeException e) {
          yield Outcome.failed("signing request cannot be read");
        }
      }
    };
  }

  private static Outcome<SigningRequest> read(PKCS10CertificationRequest request)
      throws IOException {
    return switch (Keys.convert(request.getSubjectPublicKeyInfo())) {
      case Outcome.Failed(String why) -> Outcome.failed("signing request: " + why);
      case Outcome.Ok(PublicKey key) ->
          isSigned(request, key)
              ? Outcome.ok(
                  new SigningRequest(
                      Subjects.read(request.getSubject()),
                      key,
                      extras(request),
                      Pem.text(Pem.REQUEST, request.getEncoded())))
              : Outcome.failed("signing request is not signed with its own key");
    };
  }

  private static boolean isSigned(PKCS10CertificationRequest request, PublicKey key) {
    try {
      return request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key));
    } catch (OperatorCreationException | PKCSException | RuntimeException e) {
      return false;
    }
  }

  private static List<String> extras(PKCS10CertificationRequest request) {
    List<String> extras = new ArrayList<>();
    for (Attribute attribute : request.getAttributes()) {
      if (!attribute.getAttrType().equals(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest)) {
        extras.add(attribute.getAttrType().getId());
        continue;
      }
      for (var value : attribute.getAttributeValues()) {
        for (ASN1ObjectIdentifier extension : Extensions.getInstance(value).getExtensionOIDs()) {
          extras.add(extension.getId());
        }
      }
    }
    return extras;
  }
}
