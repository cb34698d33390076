package io.sluice.bench.stack;

import java.util.concurrent.Executors;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty as server; the upstream side of a splice is a plain socket of the JDK. */
final class JettyDoor implements Door {
  private final Server server;
  private final ServerConnector connector;
  private final Upstream upstream;

  JettyDoor(Identity identity, int upstreamPort) throws Exception {
    this.upstream = new Upstream(identity.context(), upstreamPort);
    QueuedThreadPool threads = new QueuedThreadPool(8, 4);
    threads.setReservedThreads(0);
    threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
    this.server = new Server(threads);
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(identity.context());
    tls.setWantClientAuth(true);
    tls.setIncludeProtocols("TLSv1.2", "TLSv1.3");
    tls.setSniRequired(false);
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(256 * 1024);
    http.setSendServerVersion(false);
    this.connector = new ServerConnector(server, 1, 1, secured(tls, http));
    connector.setHost("127.0.0.1");
    connector.setIdleTimeout(0);
    server.addConnector(connector);
    server.setHandler(new Splicing());
  }

  private static org.eclipse.jetty.server.ConnectionFactory[] secured(
      SslContextFactory.Server tls, HttpConfiguration http) {
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    return new org.eclipse.jetty.server.ConnectionFactory[] {
      new org.eclipse.jetty.server.SslConnectionFactory(tls, plain.getProtocol()), plain
    };
  }

  @Override
  public int listen() throws Exception {
    server.start();
    return connector.getLocalPort();
  }

  private final class Splicing extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      String protocol = request.getHeaders().get(HttpHeader.UPGRADE);
      if (protocol == null) {
        return false;
      }
      String line = request.getMethod() + " " + request.getHttpURI().getPathQuery();
      Upstream.Answer answer = upstream.upgrade(line, protocol);
      response.setStatus(answer.status());
      if (answer.status() != 101) {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        answer.close();
        callback.succeeded();
        return true;
      }
      answer
          .headers()
          .forEach((name, value) -> response.getHeaders().add(new HttpField(name, value)));
      EndPoint down = request.getConnectionMetaData().getConnection().getEndPoint();
      request.setAttribute(
          HttpStream.UPGRADE_CONNECTION_ATTRIBUTE,
          new JettySplice(down, connector.getByteBufferPool(), answer));
      callback.succeeded();
      return true;
    }
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("Jetty does not stop", e);
    }
  }
}
