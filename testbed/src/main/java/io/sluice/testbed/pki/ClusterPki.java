package io.sluice.testbed.pki;

import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.asn1.x509.GeneralName;

/** The authorities of one cluster and the files that its control plane reads. */
public final class ClusterPki {
  private final Path folder;
  private final Authority authority;
  private final List<GeneralName> names;
  private volatile Authority serving;

  private ClusterPki(Path folder, Authority authority, List<GeneralName> names) {
    this.folder = folder;
    this.authority = authority;
    this.names = List.copyOf(names);
    this.serving = authority;
  }

  /** Makes everything new. The names are those under which the API server is reached. */
  public static ClusterPki create(Path folder, String cluster, List<GeneralName> names) {
    try {
      Authority authority = Authority.create(cluster + "-ca");
      authority.identity().write(folder, "ca");
      Authority frontProxy = Authority.create(cluster + "-front-proxy-ca");
      frontProxy.identity().write(folder, "front-proxy-ca");
      frontProxy
          .issue("front-proxy-client", List.of(), List.of())
          .write(folder, "front-proxy-client");
      authority
          .issue("kube-apiserver-kubelet-client", List.of("system:masters"), List.of())
          .write(folder, "apiserver-kubelet-client");
      KeyPair tokens = Authority.newKeyPair();
      Pem.writeSecret(folder.resolve("sa.key"), Pem.of(tokens.getPrivate()));
      Files.writeString(folder.resolve("sa.pub"), Pem.of(tokens.getPublic()));
      ClusterPki pki = new ClusterPki(folder, authority, names);
      pki.serveUnder(authority);
      return pki;
    } catch (IOException e) {
      throw new BedException("can't write certificates to " + folder + ": " + e.getMessage(), e);
    }
  }

  /**
   * The API server shows a certificate of this authority from its next start on. Who its clients
   * are is still for the first authority to say.
   */
  public void serveUnder(Authority other) {
    try {
      other.issue("kube-apiserver", List.of(), names).write(folder, "apiserver");
      Files.writeString(file("serving-ca.crt"), Pem.of(other.identity().certificate()));
      serving = other;
    } catch (IOException e) {
      throw new BedException("can't write certificates to " + folder + ": " + e.getMessage(), e);
    }
  }

  /** Whom clients of the API server have to trust. */
  public X509Certificate trusted() {
    return serving.identity().certificate();
  }

  /** Where a file of the PKI is, by name. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  public Authority authority() {
    return authority;
  }

  public Identity user(String name, List<String> groups) {
    return authority.issue(name, groups, List.of());
  }
}
