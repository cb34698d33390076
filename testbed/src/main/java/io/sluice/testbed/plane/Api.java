package io.sluice.testbed.plane;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.pki.Identity;
import io.sluice.testbed.pki.Kubeconfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The few requests that the bed itself sends to an API server, as JSON. */
public final class Api implements AutoCloseable {
  public static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final char[] NO_PASSWORD = new char[0];

  private final String server;
  private final HttpClient http;

  public Api(String server, X509Certificate authority, Identity identity) {
    this.server = server;
    this.http =
        HttpClient.newBuilder()
            .sslContext(tls(authority, identity))
            .connectTimeout(PATIENCE)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
  }

  /** The identity and the address that a kubeconfig of the bed names. */
  public static Api of(Path kubeconfig) {
    Kubeconfig config = Kubeconfig.read(kubeconfig);
    return new Api(config.server(), config.authority(), config.identity());
  }

  /** An answer; code 0 says that there was none. */
  public record Answer(int code, JsonNode body) {
    public boolean ok() {
      return code >= 200 && code < 300;
    }
  }

  public Answer get(String path) {
    return send(request(path).GET());
  }

  public Answer create(String path, JsonNode object) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(object.toString())));
  }

  /** A merge patch. */
  public Answer patch(String path, JsonNode change) {
    return send(
        request(path)
            .header("Content-Type", "application/merge-patch+json")
            .method("PATCH", HttpRequest.BodyPublishers.ofString(change.toString())));
  }

  public Answer delete(String path) {
    return send(request(path).DELETE());
  }

  /** Follows changes line by line, from the beginning, until it is closed. */
  public Watch watch(String path, Consumer<String> onLine) {
    try {
      return new Following(http, server + path, onLine);
    } catch (IOException e) {
      throw new BedException("can't watch " + path + ": " + e.getMessage(), e);
    }
  }

  /** Something that is being followed. */
  public interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server + path)).timeout(PATIENCE);
  }

  private Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), parse(response.body()));
    } catch (IOException e) {
      return new Answer(0, MissingNode.getInstance());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BedException("interrupted while talking to " + server, e);
    }
  }

  private static JsonNode parse(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private static SSLContext tls(X509Certificate authority, Identity identity) {
    try {
      KeyStore trusted = empty();
      trusted.setCertificateEntry("authority", authority);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      KeyStore own = empty();
      own.setKeyEntry(
          "own", identity.key(), NO_PASSWORD, new Certificate[] {identity.certificate()});
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, NO_PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java can't speak TLS", e);
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
