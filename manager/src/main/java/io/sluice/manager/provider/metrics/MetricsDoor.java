package io.sluice.manager.provider.metrics;

import io.sluice.engine.kube.Json;
import io.sluice.translate.metrics.Exposition;
import io.sluice.translate.metrics.MetricsAsk;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Every request to the metrics API: does the API server vouch for the asker, and for whom. */
final class MetricsDoor extends Handler.Abstract {
  private static final String JSON = "application/json";

  private final FrontProxy proxy;
  private final TenantPods pods;
  private final Scraper scraper;

  MetricsDoor(FrontProxy proxy, TenantPods pods, Scraper scraper) {
    this.proxy = proxy;
    this.pods = pods;
    this.scraper = scraper;
  }

  private record Answer(int status, String type, String body) {
    static Answer json(int status, Object body) {
      return new Answer(status, JSON, new String(Json.bytes(body), StandardCharsets.UTF_8));
    }

    /** As the API server itself says no. */
    static Answer refusal(int status, String reason, String message) {
      Map<String, Object> body = new LinkedHashMap<>();
      body.put("kind", "Status");
      body.put("apiVersion", "v1");
      body.put("status", "Failure");
      body.put("message", message);
      body.put("reason", reason);
      body.put("code", status);
      return json(status, body);
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Answer answer = answer(request);
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    response.setStatus(answer.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }

  private Answer answer(Request request) {
    @Nullable Set<String> groups =
        proxy
            .groups(certificates(request), name -> request.getHeaders().getValuesList(name))
            .orElse(null);
    if (groups == null) {
      return Answer.refusal(401, "Unauthorized", "ask the API server, not this port");
    }
    String path = request.getHttpURI().getPath();
    return switch (MetricsAsk.of(request.getMethod(), path == null ? "" : path)) {
      case MetricsAsk.Refused(int status, String message) ->
          Answer.refusal(status, status == 404 ? "NotFound" : "BadRequest", message);
      case MetricsAsk.Discovery(Map<String, Object> document) -> Answer.json(200, document);
      case MetricsAsk.Scrape scrape -> scrape(scrape, groups);
    };
  }

  /** Each consumer's identities have its ID as a group: nobody sees another's (§8). */
  private Answer scrape(MetricsAsk.Scrape ask, Set<String> groups) {
    if (!groups.contains(ask.consumer())) {
      return Answer.refusal(403, "Forbidden", "these are metrics of another cluster");
    }
    if (!pods.isKnown()) {
      return Answer.refusal(503, "ServiceUnavailable", "the pods are not known yet");
    }
    TenantPods.Seen seen = pods.of(ask.consumer());
    if (ask.path().equals(MetricsAsk.SUMMARY)) {
      return Answer.json(200, scraper.summary(seen));
    }
    return new Answer(200, Exposition.CONTENT_TYPE, scraper.metrics(seen, ask.path()).text());
  }

  private static List<X509Certificate> certificates(Request request) {
    X509Certificate[] chain =
        request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData d
            ? d.peerCertificates()
            : null;
    return chain == null ? List.of() : List.of(chain);
  }
}
