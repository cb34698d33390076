package io.sluice.engine.kube;

import io.fabric8.kubernetes.api.model.ConfigBuilder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A kubeconfig with one cluster, one user and one context, everything embedded.
 *
 * @param ca certificates that the server's is checked against, or null for those of the system
 * @param namespace where commands without a namespace go
 */
public record Kubeconfig(
    URI server,
    @Nullable String ca,
    Client client,
    @Nullable String namespace,
    @Nullable String proxy) {
  public static final String CONTEXT = "default-context";
  private static final String CLUSTER = "default-cluster";
  private static final String USER = "default-user";

  /** Certificate and private key in PEM; printing it shows no key. */
  public record Client(String certificate, String key) {
    @Override
    public String toString() {
      return "client certificate";
    }
  }

  public String yaml() {
    return Json.yaml(
        new ConfigBuilder()
            .withApiVersion("v1")
            .withKind("Config")
            .withCurrentContext(CONTEXT)
            .addNewCluster()
            .withName(CLUSTER)
            .withNewCluster()
            .withServer(server.toString())
            .withCertificateAuthorityData(ca == null ? null : base64(ca))
            .withProxyUrl(proxy)
            .endCluster()
            .endCluster()
            .addNewUser()
            .withName(USER)
            .withNewUser()
            .withClientCertificateData(base64(client.certificate()))
            .withClientKeyData(base64(client.key()))
            .endUser()
            .endUser()
            .addNewContext()
            .withName(CONTEXT)
            .withNewContext()
            .withCluster(CLUSTER)
            .withUser(USER)
            .withNamespace(namespace)
            .endContext()
            .endContext()
            .build());
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
