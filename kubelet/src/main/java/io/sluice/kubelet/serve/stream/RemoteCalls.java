package io.sluice.kubelet.serve.stream;

import io.sluice.engine.kube.Ref;
import io.sluice.translate.serve.Ask;
import io.sluice.translate.serve.LogOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** How an ask on the kubelet's port is said to the provider's API server. */
final class RemoteCalls {
  static final String SPDY = "SPDY/3.1";
  static final String WEBSOCKET = "websocket";

  /** What both ends of a stream must agree on; everything else ends here. */
  private static final Set<String> NEGOTIATED =
      Set.of(
          "x-stream-protocol-version",
          "sec-websocket-key",
          "sec-websocket-version",
          "sec-websocket-protocol",
          "sec-websocket-extensions",
          "sec-websocket-accept");

  private RemoteCalls() {}

  static RemoteRequest logs(Ref pod, LogOptions options) {
    return new RemoteRequest(
        "GET",
        path(pod) + "/log" + options.remote().text(),
        List.of(new RemoteRequest.Header("Connection", "close")));
  }

  /** SPDY is asked for by POST, WebSocket can only begin with GET. */
  static RemoteRequest stream(Ref pod, Ask.Stream ask, HttpFields asked) {
    boolean webSocket = WEBSOCKET.equalsIgnoreCase(asked.get(HttpHeader.UPGRADE));
    List<RemoteRequest.Header> headers = new ArrayList<>();
    headers.add(new RemoteRequest.Header("Connection", "Upgrade"));
    headers.add(new RemoteRequest.Header("Upgrade", webSocket ? WEBSOCKET : SPDY));
    for (HttpField field : negotiated(asked)) {
      headers.add(new RemoteRequest.Header(field.getName(), field.getValue()));
    }
    return new RemoteRequest(
        webSocket ? "GET" : "POST",
        path(pod) + "/" + ask.verb().subresource() + ask.remote().text(),
        headers);
  }

  static List<HttpField> negotiated(HttpFields fields) {
    return fields.stream().filter(field -> NEGOTIATED.contains(field.getLowerCaseName())).toList();
  }

  static boolean isUpgrade(HttpFields asked) {
    String protocol = asked.get(HttpHeader.UPGRADE);
    return asked.contains(HttpHeader.CONNECTION, "upgrade")
        && (SPDY.equalsIgnoreCase(protocol) || WEBSOCKET.equalsIgnoreCase(protocol));
  }

  /** Only a 101 for the very protocol that was asked for may be followed by raw bytes (T-36). */
  static boolean isSwitched(int status, HttpFields answered, HttpFields asked) {
    String protocol = answered.get(HttpHeader.UPGRADE);
    return status == 101
        && answered.contains(HttpHeader.CONNECTION, "upgrade")
        && protocol != null
        && protocol.equalsIgnoreCase(asked.get(HttpHeader.UPGRADE));
  }

  private static String path(Ref pod) {
    return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
  }
}
