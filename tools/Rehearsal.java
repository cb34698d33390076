import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Has the roles of an image started for real, so that its AOT cache holds what a start needs. The
 * API server that they talk to is this program: it keeps what it is given and knows nothing else.
 *
 * <p>Arguments: the root of the image, the class path in it, flags of the runtime.
 */
final class Rehearsal {
  private static final String PASSWORD = "rehearsal";
  private static final String ALIAS = "server";
  private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]+)\"");

  /** A role that did not come far leaves its classes out of the cache. */
  private static final List<String> BROKEN = List.of("NoClassDefFoundError", "could not begin");

  private static final Map<String, String> OBJECTS =
      new ConcurrentHashMap<>(
          Map.of(
              "/version",
              "{\"major\":\"1\",\"minor\":\"36\",\"gitVersion\":\"v1.36.0\"}",
              "/api/v1/namespaces/sluice/configmaps/kube-root-ca.crt",
              "{\"metadata\":{},\"data\":{\"ca.crt\":\"none\"}}",
              "/apis/admissionregistration.k8s.io/v1",
              "{\"resources\":[{\"name\":\"mutatingadmissionpolicies\"}]}"));

  /** On a machine that does much else a start may take so long that leases are lost over it. */
  private static final int ATTEMPTS = 3;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]).toAbsolutePath();
    Path folder = Files.createTempDirectory("rehearsal");
    KeyStore keys = keys(folder);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls(keys)));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", Rehearsal::answer);
    server.start();
    Path kubeconfig = folder.resolve("kubeconfig");
    Files.writeString(
        kubeconfig,
        kubeconfig(server.getAddress().getPort(), keys.getCertificate(ALIAS).getEncoded()));

    Path log = root.resolveSibling("rehearsal.log");
    for (int i = 0; i < ATTEMPTS; i++) {
      if (succeeds(root, kubeconfig, log, List.of(arguments))) {
        System.exit(0);
      }
    }
    System.err.println("image: the rehearsal failed, see " + log);
    System.exit(1);
  }

  private static boolean succeeds(Path root, Path kubeconfig, Path log, List<String> arguments)
      throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    List<String> command = new ArrayList<>();
    command.add(root + "/opt/java/bin/java");
    command.addAll(arguments.subList(2, arguments.size()));
    command.add("-XX:AOTCacheOutput=" + root + "/opt/sluice/sluice.aot");
    command.addAll(List.of("-Xlog:aot=off", "-Xlog:cds=off", "-cp"));
    command.add(arguments.get(1).replace("/opt/sluice/", root + "/opt/sluice/"));
    command.addAll(
        List.of("io.sluice.cli.Main", "rehearse", kubeconfig.toString(), Integer.toString(port)));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean answered = false;
    long last = System.nanoTime() + PATIENCE.toNanos();
    while (process.isAlive() && !answered && System.nanoTime() - last < 0) {
      Thread.sleep(1000);
      answered = knock(port);
    }
    Thread.sleep(2000); // what comes after the first answers
    process.getOutputStream().close(); // they end when nobody speaks any more
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    return ended
        && process.exitValue() == 0
        && answered
        && Files.exists(root.resolve("opt/sluice/sluice.aot"))
        && BROKEN.stream().noneMatch(Files.readString(log)::contains);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    String body;
    try (InputStream in = exchange.getRequestBody()) {
      body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (query.contains("watch=true")) {
      hold(exchange);
      return;
    }
    String said =
        switch (exchange.getRequestMethod()) {
          case "GET" ->
              query.contains("limit=")
                  ? "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}"
                  : OBJECTS.get(path);
          case "POST" -> kept(path + "/" + name(body), body);
          case "PUT", "PATCH" -> kept(path, body);
          default -> null;
        };
    byte[] bytes =
        (said == null ? "{\"kind\":\"Status\",\"reason\":\"NotFound\",\"code\":404}" : said)
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(said == null ? 404 : 200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Nothing ever happens here. */
  private static void hold(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().flush();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException stop) {
      exchange.close();
    }
  }

  private static String kept(String path, String body) {
    String object =
        body.replaceFirst(
            "\"metadata\":\\{",
            "\"metadata\":{\"uid\":\"1\",\"creationTimestamp\":\"2026-01-01T00:00:00Z\",\"resourceVersion\":\"1\""
                + (body.contains("\"metadata\":{}") ? "" : ","));
    OBJECTS.put(path, object);
    return object;
  }

  /** The port of the node is part of a start too: the API server would be its first visitor. */
  private static boolean knock(int port) throws GeneralSecurityException {
    SSLContext believing = SSLContext.getInstance("TLS");
    believing.init(null, new TrustManager[] {new Anybody()}, null);
    try (Socket socket = believing.getSocketFactory().createSocket("127.0.0.1", port)) {
      socket.setSoTimeout(10_000);
      socket
          .getOutputStream()
          .write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return socket.getInputStream().read() == 'H';
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Who serves is known here. */
  private static final class Anybody extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  private static String name(String body) {
    Matcher matcher = NAME.matcher(body);
    return matcher.find() ? matcher.group(1) : "unnamed";
  }

  private static SSLContext tls(KeyStore keys) throws Exception {
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }

  private static KeyStore keys(Path folder) throws Exception {
    Path store = folder.resolve("store");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD,
                "-validity",
                "1")
            .redirectErrorStream(true)
            .start();
    keytool.getInputStream().readAllBytes();
    keytool.waitFor();
    return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
  }

  private static String kubeconfig(int port, byte[] certificate) {
    String pem =
        "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate)
            + "\n-----END CERTIFICATE-----\n";
    String authority = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
    return """
    apiVersion: v1
    kind: Config
    current-context: c
    clusters: [{name: c, cluster: {server: "https://127.0.0.1:%d", certificate-authority-data: "%s"}}]
    users: [{name: c, user: {token: none}}]
    contexts: [{name: c, context: {cluster: c, user: c}}]
    """
        .formatted(port, authority);
  }
}
