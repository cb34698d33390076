package io.sluice.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.sluice.testbed.pki.Authority;
import io.sluice.testbed.pki.Identity;
import io.sluice.testbed.pki.Pem;
import io.sluice.testbed.plane.Api;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Somebody's admission webhook in the provider: it says no to everything. */
final class Denier implements AutoCloseable {
  private final Authority authority = Authority.create("somebody");
  private final HttpsServer server;

  Denier() throws IOException, GeneralSecurityException {
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls()));
    server.createContext("/", Denier::deny);
    server.start();
  }

  /** The registration for pods with the label {@code break=webhook}. */
  String registration() {
    String bundle =
        Base64.getEncoder()
            .encodeToString(
                Pem.of(authority.identity().certificate()).getBytes(StandardCharsets.UTF_8));
    return """
    apiVersion: admissionregistration.k8s.io/v1
    kind: ValidatingWebhookConfiguration
    metadata: {name: denier}
    webhooks:
      - name: denier.example.com
        admissionReviewVersions: [v1]
        sideEffects: None
        failurePolicy: Fail
        objectSelector: {matchLabels: {break: webhook}}
        rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
        clientConfig: {url: "https://127.0.0.1:%d/", caBundle: %s}
    """
        .formatted(server.getAddress().getPort(), bundle);
  }

  private static void deny(HttpExchange exchange) throws IOException {
    JsonNode review = Api.JSON.readTree(exchange.getRequestBody());
    String answer =
        """
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response":
         {"uid": "%s", "allowed": false, "status": {"message": "not on a Sunday"}}}
        """
            .formatted(review.path("request").path("uid").asText());
    byte[] body = answer.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private SSLContext tls() throws GeneralSecurityException, IOException {
    Identity own = authority.issue("webhook", List.of(), List.of(Authority.ip("127.0.0.1")));
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("own", own.key(), new char[0], new Certificate[] {own.certificate()});
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
