package io.sluice.manager.consumer.admission;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.sluice.engine.kube.Json;
import io.sluice.engine.pki.ClientKey;
import io.sluice.engine.pki.IssuedCertificate.Validity;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.SelfSigned;
import io.sluice.engine.pki.ServingNames;
import io.sluice.translate.tenant.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One port on which admission is asked, with a certificate of its own. It never gets another one: a
 * new door is opened beside it, the configuration is pointed there, and this one is closed.
 */
final class WebhookDoor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookDoor.class);
  private static final int MOST_BYTES = 8 << 20;

  /** Clocks of API servers differ from ours. */
  private static final Duration SKEW = Duration.ofHours(1);

  private final PodReviews reviews;
  private final HttpsServer server;
  private final ExecutorService hands = Executors.newVirtualThreadPerTaskExecutor();
  private final String certificate;
  private final URI base;
  private final Validity validity;

  private WebhookDoor(PodReviews reviews, String address, Instant now, Duration life)
      throws IOException, GeneralSecurityException {
    this.reviews = reviews;
    this.validity = new Validity(now.minus(SKEW), now.plus(life));
    KeyPair pair = Keys.generate();
    this.certificate =
        SelfSigned.create(
            pair,
            new Subject(List.of("sluice-admission"), List.of(), List.of()),
            new ServingNames(List.of(), List.of(address)),
            validity);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(ClientKey.managers(certificate, Keys.pem(pair.getPrivate())), null, null);
    this.server = HttpsServer.create(new InetSocketAddress(address, 0), 0);
    this.base =
        URI.create("https://%s:%d/".formatted(host(address), server.getAddress().getPort()));
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    server.setExecutor(hands);
    server.createContext("/", this::serve);
    server.start();
  }

  static WebhookDoor open(PodReviews reviews, String address, Instant now, Duration life) {
    try {
      return new WebhookDoor(reviews, address, now, life);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no TLS with a certificate that was just made", e);
    }
  }

  private static String host(String address) {
    return address.contains(":") ? "[" + address + "]" : address;
  }

  PodWebhooks webhooks() {
    return new PodWebhooks(base, certificate);
  }

  /** From then on another door should be open: at two thirds of the certificate's life. */
  Instant due() {
    Duration whole = Duration.between(validity.from().plus(SKEW), validity.until());
    return validity.until().minus(whole.dividedBy(3));
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] question = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
      if (question.length > MOST_BYTES || !exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(400, -1);
        return;
      }
      if (!reviews.ready()) {
        exchange.sendResponseHeaders(503, -1);
        return;
      }
      String webhook = exchange.getRequestURI().getPath().substring(1);
      byte[] answer = answer(webhook, question);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    } catch (RuntimeException bad) {
      LOG.atWarn().addKeyValue("why", bad.toString()).log("a question that can't be answered");
      exchange.sendResponseHeaders(400, -1);
    }
  }

  @SuppressWarnings("unchecked")
  private byte[] answer(String webhook, byte[] question) {
    return Json.bytes(reviews.answer(webhook, Json.read(question, Map.class)));
  }

  @Override
  public void close() {
    server.stop(0);
    hands.close();
  }
}
