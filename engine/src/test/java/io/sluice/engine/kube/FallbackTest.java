package io.sluice.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** The client goes back to HTTP/1.1 for ever, be it by accident. */
final class FallbackTest {
  private final Set<InetSocketAddress> callers = ConcurrentHashMap.newKeySet();

  @Test
  void givesUpThreeClientsBeforeItBelievesThatAServerKnowsNothingBetter() throws Exception {
    HttpServer old =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    old.createContext("/", this::answer);
    old.start();
    URI address = URI.create("http://127.0.0.1:" + old.getAddress().getPort());
    try (Api api = new Api(new Endpoint(address, SSLContext.getDefault(), () -> null), "test")) {
      for (int i = 0; i < 10; i++) {
        assertThat(api.text("/healthz", Duration.ofSeconds(10))).isEqualTo("ok");
      }
    } finally {
      old.stop(0);
    }
    assertThat(callers).hasSize(4);
  }

  private void answer(HttpExchange exchange) throws IOException {
    callers.add(exchange.getRemoteAddress());
    exchange.sendResponseHeaders(200, 2);
    exchange.getResponseBody().write(new byte[] {'o', 'k'});
    exchange.close();
  }
}
