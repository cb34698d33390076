package io.sluice.testbed.pki;

import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.List;
import org.bouncycastle.asn1.x509.GeneralName;

/** The authorities of one cluster and the files that its control plane reads. */
public final class ClusterPki {
  private final Path folder;
  private final Authority authority;

  private ClusterPki(Path folder, Authority authority) {
    this.folder = folder;
    this.authority = authority;
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
      authority.issue("kube-apiserver", List.of(), names).write(folder, "apiserver");
      authority
          .issue("kube-apiserver-kubelet-client", List.of("system:masters"), List.of())
          .write(folder, "apiserver-kubelet-client");
      KeyPair tokens = Authority.newKeyPair();
      Pem.writeSecret(folder.resolve("sa.key"), Pem.of(tokens.getPrivate()));
      Files.writeString(folder.resolve("sa.pub"), Pem.of(tokens.getPublic()));
      return new ClusterPki(folder, authority);
    } catch (IOException e) {
      throw new BedException("can't write certificates to " + folder + ": " + e.getMessage(), e);
    }
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
