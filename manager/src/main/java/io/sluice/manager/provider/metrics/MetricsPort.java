package io.sluice.manager.provider.metrics;

import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTPS port of the metrics API: any that is free, since its EndpointSlice says which. */
final class MetricsPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsPort.class);
  private static final long IDLE_MS = 90_000;

  private final Server server;
  private final ServerConnector connector;

  MetricsPort(SSLContext context, Handler handler) {
    QueuedThreadPool threads = new QueuedThreadPool(8, 4);
    threads.setName("metrics-api");
    threads.setReservedThreads(0);
    threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server = new Server(threads);
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(context);
    tls.setWantClientAuth(true);
    tls.setIncludeProtocols("TLSv1.2", "TLSv1.3");
    tls.setSniRequired(false);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    connector =
        new ServerConnector(
            server, 1, 1, new SslConnectionFactory(tls, plain.getProtocol()), plain);
    connector.setIdleTimeout(IDLE_MS);
    server.addConnector(connector);
    server.setHandler(handler);
  }

  int start() throws Exception {
    server.start();
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.atWarn().addKeyValue("why", e.getMessage()).log("the metrics port does not close");
    }
  }
}
