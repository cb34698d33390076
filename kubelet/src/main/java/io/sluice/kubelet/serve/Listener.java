package io.sluice.kubelet.serve;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bound socket of the node's port. Where the port is taken, as on a host network with other
 * nodes (T-39), any other will do: clients read it from the Node.
 */
public record Listener(ServerSocketChannel channel, int port) {
  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
  private static final int BACKLOG = 1024;

  public static Listener open(Serving serving) {
    try {
      return bind(serving.address(), serving.port());
    } catch (BindException taken) {
      LOG.atWarn().addKeyValue("port", serving.port()).log("the port is taken, using another");
    } catch (IOException e) {
      throw new IllegalStateException("cannot listen: " + e.getMessage(), e);
    }
    try {
      return bind(serving.address(), 0);
    } catch (IOException e) {
      throw new IllegalStateException("cannot listen: " + e.getMessage(), e);
    }
  }

  private static Listener bind(String address, int port) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.bind(
          address.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(address, port),
          BACKLOG);
      return new Listener(channel, ((InetSocketAddress) channel.getLocalAddress()).getPort());
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }
}
