package io.sluice.testbed.net;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.pki.Kubeconfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A path to a cluster's API server that can be cut, healed and slowed down. It forwards TCP, so
 * certificates are still verified end to end.
 */
public final class Link implements AutoCloseable {
  private static final int CONNECT_MILLIS = 5000;
  private static final int BACKLOG = 200;

  private final Path folder;
  private final InetSocketAddress target;
  private final ServerSocket entrance;
  private final Gate toServer = new Gate();
  private final Gate fromServer = new Gate();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean refusing;

  private record Connection(Socket client, Socket server) {}

  private Link(Cluster cluster) throws IOException {
    URI server = URI.create(cluster.server());
    this.folder = cluster.kubeconfig().resolveSibling("links");
    this.target = new InetSocketAddress(server.getHost(), server.getPort());
    this.entrance = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public static Link to(Cluster cluster) {
    try {
      return new Link(cluster);
    } catch (IOException e) {
      throw new BedException("can't open a link to " + cluster.name() + ": " + e.getMessage(), e);
    }
  }

  /** Where the API server is reached through this link. */
  public String server() {
    return "https://127.0.0.1:" + entrance.getLocalPort();
  }

  /** The same kubeconfig, through this link. */
  public Path kubeconfig(Path original) {
    Path file = folder.resolve(entrance.getLocalPort() + "-" + original.getFileName());
    return Kubeconfig.read(original).withServer(server()).write(file);
  }

  /** Nothing passes: new connections get no answer, existing ones stall. */
  public void cut() {
    cutOneWay(Direction.TO_SERVER);
    cutOneWay(Direction.FROM_SERVER);
  }

  /** Only one way is lost: requests that never arrive, or answers that never come back. */
  public void cutOneWay(Direction direction) {
    gate(direction).cut(true);
  }

  /** New connections are turned away at once and existing ones break, as if nobody listened. */
  public void refuse() {
    refusing = true;
    closeConnections();
  }

  /** Everything passes again; what stalled continues. */
  public void heal() {
    refusing = false;
    toServer.cut(false);
    fromServer.cut(false);
  }

  /** How long everything takes each way; a round trip takes twice that. */
  public void delay(Duration each) {
    toServer.delay(each);
    fromServer.delay(each);
  }

  /** Breaks every connection; clients may connect again. */
  public void closeConnections() {
    connections.forEach(this::disconnect);
  }

  /** How many bytes have arrived that way. */
  public long bytes(Direction direction) {
    return gate(direction).bytes();
  }

  public int openConnections() {
    return connections.size();
  }

  @Override
  public void close() {
    closeQuietly(entrance);
    toServer.abandon();
    fromServer.abandon();
    closeConnections();
  }

  private Gate gate(Direction direction) {
    return switch (direction) {
      case TO_SERVER -> toServer;
      case FROM_SERVER -> fromServer;
    };
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket client = entrance.accept();
        Thread.ofVirtual().start(() -> connect(client));
      } catch (IOException e) {
        // Closed, or the client was gone already; the loop's condition tells which.
      }
    }
  }

  private void connect(Socket client) {
    Socket server = new Socket();
    Connection connection = new Connection(client, server);
    connections.add(connection);
    try {
      if (refusing) {
        throw new IOException("refused");
      }
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(target, CONNECT_MILLIS);
      Runnable onBreak = () -> disconnect(connection);
      new Pump(client, server, toServer, onBreak).start();
      new Pump(server, client, fromServer, onBreak).start();
    } catch (IOException e) {
      disconnect(connection);
    }
  }

  private void disconnect(Connection connection) {
    connections.remove(connection);
    closeQuietly(connection.client());
    closeQuietly(connection.server());
  }

  private static void closeQuietly(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // It is of no use any more either way.
    }
  }
}
