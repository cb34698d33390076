package io.sluice.engine.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import io.sluice.engine.pki.ClientKey;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Objects;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * An API server and the identity to use there. The token, where there is one, is asked for at each
 * request, because projected tokens change under a running process.
 */
public record Endpoint(URI server, SSLContext tls, Token token) {

  /** Bearer token of the moment, or null where the client certificate is the identity. */
  @FunctionalInterface
  public interface Token {
    @Nullable String get();
  }

  /** Reads a kubeconfig; the message of a failure is one line that can be shown to people. */
  public static Endpoint fromKubeconfig(Path file, @Nullable String context) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException("cannot read kubeconfig " + file);
    }
    Endpoint endpoint =
        parse(file.toString(), context, () -> Config.fromKubeconfig(context, file.toFile()));
    @Nullable Path token = tokenFile(file, context);
    return token == null
        ? endpoint
        : new Endpoint(endpoint.server(), endpoint.tls(), () -> readToken(token));
  }

  /** The server of a kubeconfig, asked by somebody else than the user whom it names. */
  public static Endpoint fromKubeconfig(Path file, @Nullable String context, Token other) {
    fromKubeconfig(file, context);
    Config config = Config.fromKubeconfig(context, file.toFile());
    // A client certificate would be believed before the token.
    config.setClientCertData(null);
    config.setClientCertFile(null);
    config.setClientKeyData(null);
    config.setClientKeyFile(null);
    return of(config, other);
  }

  /** A token in a file of its own is replaced under a running process, so it is not read once. */
  private static @Nullable Path tokenFile(Path file, @Nullable String context) {
    io.fabric8.kubernetes.api.model.Config config;
    try {
      config = Json.readYaml(Files.readString(file), io.fabric8.kubernetes.api.model.Config.class);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read kubeconfig " + file + ": " + why(e));
    }
    String wanted = context == null ? config.getCurrentContext() : context;
    return config.getContexts().stream()
        .filter(each -> each.getName().equals(wanted))
        .flatMap(
            each ->
                config.getUsers().stream()
                    .filter(user -> user.getName().equals(each.getContext().getUser())))
        .map(user -> user.getUser().getTokenFile())
        .filter(Objects::nonNull)
        .map(name -> file.resolveSibling(name))
        .findFirst()
        .orElse(null);
  }

  /** Reads a kubeconfig that came in a Secret. */
  public static Endpoint fromKubeconfig(String text) {
    return parse("text", null, () -> Config.fromKubeconfig(text));
  }

  private static Endpoint parse(String what, @Nullable String context, Supplier<Config> reader) {
    Config config;
    try {
      config = reader.get();
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("kubeconfig " + what + " does not parse: " + why(e));
    }
    if (config.getCurrentContext() == null) {
      throw new IllegalArgumentException(
          "kubeconfig "
              + what
              + (context == null ? " has no current context" : " has no context " + context));
    }
    return of(config);
  }

  /** The identity of the pod this process runs in. */
  public static Endpoint inCluster() {
    Path folder = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
    Config config = Config.empty();
    config.setMasterUrl(
        "https://"
            + System.getenv("KUBERNETES_SERVICE_HOST")
            + ":"
            + System.getenv("KUBERNETES_SERVICE_PORT"));
    config.setCaCertFile(folder.resolve("ca.crt").toString());
    Path token = folder.resolve("token");
    return of(config, () -> readToken(token));
  }

  private static Endpoint of(Config config) {
    // What a kubeconfig says is kept apart from what is set by hand.
    String explicit = config.getOauthToken();
    String token = explicit == null ? config.getAutoOAuthToken() : explicit;
    return of(config, () -> token);
  }

  private static Endpoint of(Config config, Token token) {
    try {
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(keyManagers(config), SSLUtils.trustManagers(config), null);
      String server = config.getMasterUrl();
      return new Endpoint(
          URI.create(server.endsWith("/") ? server.substring(0, server.length() - 1) : server),
          tls,
          token);
    } catch (GeneralSecurityException | IOException | RuntimeException e) {
      throw new IllegalArgumentException("credentials cannot be used: " + why(e));
    }
  }

  private static KeyManager @Nullable [] keyManagers(Config config)
      throws GeneralSecurityException, IOException {
    String certificate = pem(config.getClientCertData(), config.getClientCertFile());
    String key = pem(config.getClientKeyData(), config.getClientKeyFile());
    return certificate == null || key == null ? null : ClientKey.managers(certificate, key);
  }

  private static @Nullable String pem(@Nullable String data, @Nullable String file)
      throws IOException {
    if (data != null) {
      return new String(Base64.getMimeDecoder().decode(data), StandardCharsets.US_ASCII);
    }
    return file == null ? null : Files.readString(Path.of(file));
  }

  private static String readToken(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new IllegalStateException("service account token is not readable: " + why(e));
    }
  }

  private static String why(Exception e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
