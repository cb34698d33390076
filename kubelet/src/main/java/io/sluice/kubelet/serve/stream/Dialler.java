package io.sluice.kubelet.serve.stream;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import jdk.net.ExtendedSocketOptions;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.io.ssl.SslClientConnectionFactory;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Dials the provider's API server under the identity of the moment. One connection per stream:
 * whoever reads slowly holds up nobody else.
 */
public final class Dialler implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final Api remote;
  private final ClientConnector connector;
  private @Nullable Secured secured; // guarded by this

  /** Jetty's form of a TLS context; made anew when the identity changed. */
  private record Secured(SSLContext context, SslContextFactory.Client factory) {}

  public Dialler(Api remote, ClientConnector shared) {
    this.remote = remote;
    this.connector = shared;
  }

  /** A connector whose connections notice within a minute or so that the other end is lost. */
  public static ClientConnector connector() {
    ClientConnector connector =
        new ClientConnector() {
          @Override
          protected void configure(SelectableChannel channel) throws IOException {
            super.configure(channel);
            keepAlive((NetworkChannel) channel);
          }
        };
    connector.setConnectTimeout(CONNECT);
    connector.setIdleTimeout(Duration.ZERO);
    connector.setSelectors(1);
    return connector;
  }

  /** A peer that vanished without a word is noticed, however long a stream is silent. */
  public static void keepAlive(NetworkChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, 30);
    channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, 10);
    channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 3);
  }

  /** Sends a request on a fresh connection and waits for the head of its answer. */
  Exchange call(RemoteRequest request, Duration untilHead) throws IOException {
    Exchange exchange = dialled();
    try {
      exchange.call(request, untilHead);
      return exchange;
    } catch (IOException | RuntimeException e) {
      exchange.close();
      throw e;
    }
  }

  /** A fresh connection. */
  Exchange dialled() throws IOException {
    Endpoint endpoint = remote.endpoint();
    return new Exchange(dial(endpoint), endpoint);
  }

  private EndPoint dial(Endpoint endpoint) throws IOException {
    URI server = endpoint.server();
    String host = server.getHost().replaceAll("[\\[\\]]", "");
    int port = server.getPort() < 0 ? 443 : server.getPort();
    BlockingQueue<Object> outcome = new ArrayBlockingQueue<>(4);
    ClientConnectionFactory plain = (end, _) -> new Opened(end, outcome);
    Map<String, Object> context = new HashMap<>();
    context.put(Transport.CONTEXT_KEY, Transport.TCP_IP);
    context.put(
        ClientConnectionFactory.CONTEXT_KEY,
        new SslClientConnectionFactory(
            tls(endpoint.tls()), connector.getByteBufferPool(), connector.getExecutor(), plain));
    context.put(
        ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY,
        new Promise.Invocable.NonBlocking<Connection>() {
          @Override
          public void succeeded(Connection opened) {}

          @Override
          public void failed(Throwable why) {
            outcome.offer(why);
          }
        });
    connector.connect(new InetSocketAddress(host, port), context);
    return switch (taken(outcome)) {
      case EndPoint opened -> opened;
      case Throwable why -> throw new IOException(why.getMessage(), why);
      case Object _ -> throw new IOException("no connection within " + CONNECT.toSeconds() + " s");
    };
  }

  private static Object taken(BlockingQueue<Object> outcome) throws IOException {
    try {
      Object taken = outcome.poll(CONNECT.toMillis() + 1000, TimeUnit.MILLISECONDS);
      return taken == null ? "" : taken;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private synchronized SslContextFactory.Client tls(SSLContext context) throws IOException {
    Secured current = secured;
    if (current != null && current.context().equals(context)) {
      return current.factory();
    }
    SslContextFactory.Client factory = new SslContextFactory.Client();
    factory.setSslContext(context);
    factory.setEndpointIdentificationAlgorithm("HTTPS");
    try {
      factory.start();
    } catch (Exception e) {
      throw new IOException("TLS cannot be set up", e);
    }
    secured = new Secured(context, factory);
    return factory;
  }

  @Override
  public void close() {
    try {
      connector.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the dialler does not stop", e);
    }
  }

  /** A connection that is read by whoever dialled it. */
  private static final class Opened extends AbstractConnection {
    private final BlockingQueue<Object> outcome;

    Opened(EndPoint end, BlockingQueue<Object> outcome) {
      super(end, Runnable::run);
      this.outcome = outcome;
    }

    @Override
    public void onOpen() {
      super.onOpen();
      outcome.offer(getEndPoint());
    }

    @Override
    public void onFillable() {}
  }
}
