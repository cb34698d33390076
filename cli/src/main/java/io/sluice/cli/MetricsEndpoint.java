package io.sluice.cli;

import io.sluice.cli.shell.Trouble;
import io.sluice.engine.metrics.Meter;
import io.sluice.translate.metrics.Exposition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** {@code /metrics} of this process for Prometheus, without TLS: it says nothing of anybody. */
final class MetricsEndpoint implements AutoCloseable {
  private final Server server;
  private final ServerConnector connector;

  private MetricsEndpoint(String host, int port) {
    QueuedThreadPool threads = new QueuedThreadPool(4, 2);
    threads.setName("own-metrics");
    threads.setReservedThreads(0);
    server = new Server(threads);
    connector = new ServerConnector(server, 1, 1);
    connector.setHost(host.isEmpty() ? null : host);
    connector.setPort(port);
    server.addConnector(connector);
    server.setHandler(new Page());
  }

  /**
   * @param address HOST:PORT, or :PORT for every address; empty for no endpoint
   */
  static MetricsEndpoint open(String address) {
    int colon = address.lastIndexOf(':');
    String port = address.substring(colon + 1);
    if (colon < 0 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
      throw new IllegalArgumentException(
          "metrics address '" + address + "' is not HOST:PORT or :PORT");
    }
    MetricsEndpoint endpoint =
        new MetricsEndpoint(address.substring(0, colon), Integer.parseInt(port));
    try {
      endpoint.server.start();
    } catch (Exception e) {
      throw Trouble.error(
          "metrics cannot be served at " + address + ": " + e.getMessage(),
          "choose another --metrics-address");
    }
    return endpoint;
  }

  int port() {
    return connector.getLocalPort();
  }

  private static final class Page extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      if (!"/metrics".equals(request.getHttpURI().getPath())) {
        return false;
      }
      byte[] text = Meter.all().text().getBytes(StandardCharsets.UTF_8);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, Exposition.CONTENT_TYPE);
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, text.length);
      response.write(true, ByteBuffer.wrap(text), callback);
      return true;
    }
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the metrics endpoint does not stop", e);
    }
  }
}
