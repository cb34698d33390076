package io.sluice.kubelet.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.engine.kube.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Plays the home API server as far as it reviews. A token is the name of its user, {@code nobody}
 * is nobody's; the user {@code api-server} may do everything, {@code monitor} may get everything,
 * others nothing.
 */
final class FakeHome implements AutoCloseable {
  final AtomicInteger reviews = new AtomicInteger();
  private final HttpServer server;

  FakeHome() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/apis/authentication.k8s.io/v1/tokenreviews", this::token);
    server.createContext("/apis/authorization.k8s.io/v1/subjectaccessreviews", this::access);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void token(HttpExchange exchange) throws IOException {
    String token = String.valueOf(spec(exchange).get("token"));
    answer(
        exchange,
        token.equals("nobody")
            ? Map.of("authenticated", false)
            : Map.of(
                "authenticated",
                true,
                "user",
                Map.of("username", token, "groups", List.of("system:authenticated"))));
  }

  private void access(HttpExchange exchange) throws IOException {
    reviews.incrementAndGet();
    Map<?, ?> spec = spec(exchange);
    Map<?, ?> resource = (Map<?, ?>) Objects.requireNonNull(spec.get("resourceAttributes"));
    boolean node = "nodes".equals(resource.get("resource")) && "vn".equals(resource.get("name"));
    boolean allowed =
        "api-server".equals(spec.get("user"))
            || ("monitor".equals(spec.get("user")) && "get".equals(resource.get("verb")));
    answer(exchange, Map.of("allowed", node && allowed));
  }

  private static Map<?, ?> spec(HttpExchange exchange) throws IOException {
    return (Map<?, ?>)
        Objects.requireNonNull(Json.read(exchange.getRequestBody(), Map.class).get("spec"));
  }

  private static void answer(HttpExchange exchange, Map<String, Object> status) throws IOException {
    byte[] body = Json.bytes(Map.of("status", status));
    exchange.sendResponseHeaders(201, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
