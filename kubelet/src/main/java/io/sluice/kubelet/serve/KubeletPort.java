package io.sluice.kubelet.serve;

import io.sluice.engine.kube.Api;
import io.sluice.engine.metrics.Gauge;
import io.sluice.engine.metrics.Measured;
import io.sluice.engine.pki.ServingKey;
import io.sluice.engine.time.WallClock;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.serve.access.ClientAuthorities;
import io.sluice.kubelet.serve.access.Guard;
import io.sluice.kubelet.serve.stream.Dialler;
import io.sluice.kubelet.serve.stream.Logs;
import io.sluice.kubelet.serve.stream.Streams;
import io.sluice.kubelet.serve.tls.ClusterSigner;
import io.sluice.kubelet.serve.tls.ServingCertificate;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.server.ConnectionFactory;
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

/**
 * The virtual node's HTTPS port, as a constructor chain. In the order of T-39: a certificate, then
 * the listener, and only then somebody may write the address into the Node.
 */
public final class KubeletPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KubeletPort.class);

  /** Command lines travel in the query: as long as a real kubelet takes them. */
  private static final int LONGEST_HEAD = 1024 * 1024;

  private static final long IDLE_MS = 4 * 60 * 60 * 1000L;

  /** The node comes without the cluster's signature rather than late. */
  private static final Duration SIGNED = Duration.ofSeconds(5);

  private final Server server;
  private final ServingCertificate certificate;
  private final ClientAuthorities authorities;
  private final Streams streams;
  private final Sweeper sweeper;
  private final Gauge.Following counting;

  /**
   * The cluster behind the port.
   *
   * @param figures where it says what it measures
   */
  public record Provider(Api api, Figures figures) {}

  public KubeletPort(
      Api home, Provider remote, KubeletOptions options, Listener listener, NodePods pods) {
    Serving serving = Objects.requireNonNull(options.serving());
    Clock clock = WallClock.ours();
    ServingKey key = new ServingKey();
    this.certificate =
        new ServingCertificate(
            key,
            options.nodeName(),
            List.of(options.node().address()),
            signer(home, serving),
            clock);
    Path file = serving.clientAuthorities();
    this.authorities =
        file == null ? ClientAuthorities.published(home) : ClientAuthorities.inFile(file);
    this.server = new Server(threads());
    server.setErrorHandler(new Malformed());
    connector(server, key.context(), listener);
    ClientConnector outgoing = outgoing(server);
    server.addBean(outgoing);
    Dialler dialler = new Dialler(remote.api(), outgoing);
    String provider = options.peer().provider();
    this.streams = new Streams(dialler, provider, clock);
    this.sweeper = new Sweeper(streams, pods);
    this.counting = Measured.STREAMS_OPEN.follow(streams::size, options.nodeName());
    server.setHandler(
        new Door(
            new Guard(home, options.nodeName(), authorities, clock),
            pods,
            new Logs(dialler, provider),
            streams,
            new Pages(
                pods,
                new Measurements(remote.figures(), options, pods, clock),
                config(options, listener.port()))));
  }

  /** What is true of this process among what a kubelet's configuration may say. */
  private static Map<String, Object> config(KubeletOptions options, int port) {
    return Map.of(
        "kind",
        "KubeletConfiguration",
        "apiVersion",
        "kubelet.config.k8s.io/v1beta1",
        "enableServer",
        true,
        "port",
        port,
        "tlsMinVersion",
        "VersionTLS12",
        "authentication",
        Map.of("anonymous", Map.of("enabled", false), "webhook", Map.of("enabled", true)),
        "authorization",
        Map.of("mode", "Webhook"),
        "nodeLeaseDurationSeconds",
        options.nodeLease().toSeconds());
  }

  private static ServingCertificate.Signer signer(Api home, Serving serving) {
    return switch (serving.certificate()) {
      case KUBELET -> new ClusterSigner(home, SIGNED);
      case SELF_SIGNED -> ServingCertificate.NONE;
    };
  }

  /** Few threads of the system; requests run on virtual ones. */
  private static QueuedThreadPool threads() {
    QueuedThreadPool threads = new QueuedThreadPool(8, 4);
    threads.setName("port");
    threads.setReservedThreads(0);
    threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
    return threads;
  }

  private static void connector(Server server, SSLContext context, Listener listener) {
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(context);
    tls.setWantClientAuth(true);
    tls.setIncludeProtocols("TLSv1.2", "TLSv1.3");
    tls.setSniRequired(false);
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(LONGEST_HEAD);
    http.setSendServerVersion(false);
    http.setHttpCompliance(HttpCompliance.RFC9110);
    http.setUriCompliance(UriCompliance.UNSAFE); // paths are matched as they come, see Ask
    http.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    ConnectionFactory[] protocols = {new SslConnectionFactory(tls, plain.getProtocol()), plain};
    ServerConnector connector =
        new ServerConnector(server, 1, 1, protocols) {
          @Override
          protected void configure(Socket socket) {
            super.configure(socket);
            try {
              Dialler.keepAlive(socket.getChannel());
            } catch (IOException e) {
              // it is gone already
            }
          }
        };
    connector.setIdleTimeout(IDLE_MS);
    try {
      connector.open(listener.channel());
    } catch (IOException e) {
      throw new IllegalStateException("cannot listen: " + e.getMessage(), e);
    }
    server.addConnector(connector);
  }

  private static ClientConnector outgoing(Server server) {
    ClientConnector outgoing = Dialler.connector();
    outgoing.setExecutor(server.getThreadPool());
    outgoing.setScheduler(server.getScheduler());
    outgoing.setByteBufferPool(server.getByteBufferPool());
    return outgoing;
  }

  /**
   * Listens when this returns. A node that nobody can talk to is better than none, so a failure is
   * said and nothing else.
   */
  public void start() {
    authorities.start();
    try {
      certificate.start();
      server.start();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.atError().addKeyValue("why", e.getMessage()).log("the node's port cannot be served");
    }
    sweeper.start();
  }

  @Override
  public void close() {
    counting.close();
    sweeper.close();
    streams.close();
    try {
      server.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.atWarn().addKeyValue("why", e.getMessage()).log("the node's port does not close");
    } finally {
      certificate.close();
      authorities.close();
    }
  }
}
