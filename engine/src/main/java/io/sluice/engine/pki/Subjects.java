package io.sluice.engine.pki;

import io.sluice.translate.tenant.Subject;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;

/** Distinguished names, in and out. */
final class Subjects {
  private Subjects() {}

  static Subject read(X500Name name) {
    List<String> commonNames = new ArrayList<>();
    List<String> organizations = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (RDN rdn : name.getRDNs()) {
      for (AttributeTypeAndValue attribute : rdn.getTypesAndValues()) {
        ASN1ObjectIdentifier type = attribute.getType();
        String value = value(attribute);
        if (type.equals(BCStyle.CN)) {
          commonNames.add(value);
        } else if (type.equals(BCStyle.O)) {
          organizations.add(value);
        } else {
          others.add(type.getId() + "=" + value);
        }
      }
    }
    return new Subject(commonNames, organizations, others);
  }

  static X500Name write(Subject subject) {
    X500NameBuilder builder = new X500NameBuilder(BCStyle.INSTANCE);
    subject.organizations().forEach(organization -> builder.addRDN(BCStyle.O, organization));
    subject.commonNames().forEach(commonName -> builder.addRDN(BCStyle.CN, commonName));
    return builder.build();
  }

  /** The characters themselves: BouncyCastle's own rendering would escape some of them. */
  private static String value(AttributeTypeAndValue attribute) {
    return attribute.getValue() instanceof ASN1String text
        ? text.getString()
        : attribute.getValue().toString();
  }
}
