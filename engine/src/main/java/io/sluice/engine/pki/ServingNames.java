package io.sluice.engine.pki;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;

/** The names under which a server is reached: what stands in its certificate beside the subject. */
public record ServingNames(List<String> dns, List<String> addresses) {
  public ServingNames {
    dns = List.copyOf(dns);
    addresses = List.copyOf(addresses);
  }

  GeneralNames write() {
    List<GeneralName> names = new ArrayList<>();
    dns.forEach(name -> names.add(new GeneralName(GeneralName.dNSName, name)));
    addresses.forEach(address -> names.add(new GeneralName(GeneralName.iPAddress, address)));
    return new GeneralNames(names.toArray(GeneralName[]::new));
  }

  /** By kind: {@code DNS}, {@code IP}, or a word for everything that is neither. */
  static Map<String, List<String>> read(GeneralNames names) {
    Map<String, List<String>> found = new LinkedHashMap<>();
    for (GeneralName name : names.getNames()) {
      String kind =
          switch (name.getTagNo()) {
            case GeneralName.dNSName -> "DNS";
            case GeneralName.iPAddress -> "IP";
            default -> "OTHER-" + name.getTagNo();
          };
      found.computeIfAbsent(kind, _ -> new ArrayList<>()).add(text(name));
    }
    return found;
  }

  private static String text(GeneralName name) {
    if (name.getTagNo() != GeneralName.iPAddress) {
      return name.getName().toString();
    }
    byte[] address = ASN1OctetString.getInstance(name.getName()).getOctets();
    try {
      return java.net.InetAddress.getByAddress(address).getHostAddress();
    } catch (java.net.UnknownHostException e) {
      return "not an address: " + Arrays.toString(address);
    }
  }
}
