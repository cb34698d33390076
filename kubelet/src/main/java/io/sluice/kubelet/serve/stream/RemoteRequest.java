package io.sluice.kubelet.serve.stream;

import io.sluice.engine.kube.Endpoint;
import java.net.URI;
import java.util.List;

/**
 * A request to the provider's API server, made of parsed values only: nothing that a client sent is
 * passed on as it came (T-36).
 *
 * @param path with its query, escaped
 * @param headers in order; the values were checked for control characters by the HTTP parser that
 *     read them
 */
record RemoteRequest(String method, String path, List<Header> headers) {
  record Header(String name, String value) {}

  String head(Endpoint endpoint) {
    URI server = endpoint.server();
    StringBuilder head =
        new StringBuilder(method)
            .append(' ')
            .append(server.getRawPath() == null ? "" : server.getRawPath())
            .append(path)
            .append(" HTTP/1.1\r\nHost: ")
            .append(server.getRawAuthority())
            .append("\r\nUser-Agent: sluice-kubelet\r\n");
    if (method.equals("POST")) {
      head.append("Content-Length: 0\r\n");
    }
    String token = endpoint.token().get();
    if (token != null) {
      add(head, new Header("Authorization", "Bearer " + token));
    }
    headers.forEach(header -> add(head, header));
    return head.append("\r\n").toString();
  }

  private static void add(StringBuilder head, Header header) {
    String line = header.name() + ": " + header.value();
    if (line.chars().anyMatch(c -> c < ' ' || c > 126)) {
      throw new IllegalArgumentException("a header contains control characters");
    }
    head.append(line).append("\r\n");
  }
}
