package io.sluice.engine.pki;

import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.ServingCertificates.Certificate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;

/** A request for a serving certificate, as far as its approver looks at it. */
public final class ServingRequest {
  private ServingRequest() {}

  private static final String NAMES = Extension.subjectAlternativeName.getId();

  /** Everything that it asks for beside names is reason enough to refuse. */
  public static Outcome<Certificate> read(String pem) {
    return switch (SigningRequest.parse(pem)) {
      case Outcome.Failed<SigningRequest>(String why) -> Outcome.failed(why);
      case Outcome.Ok<SigningRequest>(SigningRequest request) ->
          request.extras().stream().allMatch(NAMES::equals)
              ? names(request)
              : Outcome.failed("it asks for extensions other than names: " + request.extras());
    };
  }

  private static Outcome<Certificate> names(SigningRequest request) {
    if (request.extras().isEmpty()) {
      return Outcome.ok(new Certificate(request.subject(), Map.of()));
    }
    if (Pem.only(Pem.REQUEST, request.pem()) instanceof Outcome.Ok<byte[]>(byte[] der)) {
      try {
        Extensions extensions = new PKCS10CertificationRequest(der).getRequestedExtensions();
        GeneralNames names =
            GeneralNames.fromExtensions(extensions, Extension.subjectAlternativeName);
        Map<String, List<String>> found = ServingNames.read(names);
        return Outcome.ok(new Certificate(request.subject(), found));
      } catch (IOException | RuntimeException e) {
        return Outcome.failed("its names cannot be read");
      }
    }
    return Outcome.failed("it cannot be read");
  }
}
