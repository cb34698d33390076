package io.sluice.manager.border;

import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The addresses of the machine that this process runs on. */
public final class MachineAddresses {
  private MachineAddresses() {}

  /** Empty when they cannot be told: then nothing is known to be here. */
  public static Set<String> all() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .map(InetAddress::getHostAddress)
          .collect(Collectors.toSet());
    } catch (SocketException e) {
      return Set.of();
    }
  }

  /**
   * The one that a server sees when it is talked to from here, so most likely the one under which
   * it reaches us; empty while there is no way to it. Nothing is sent: a datagram socket only asks
   * the system for the route.
   */
  public static Optional<String> towards(URI server) {
    String host = server.getHost().replaceAll("[\\[\\]]", "");
    InetSocketAddress there =
        new InetSocketAddress(host, server.getPort() < 0 ? 443 : server.getPort());
    if (there.isUnresolved()) {
      return Optional.empty();
    }
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(there);
      InetAddress here = socket.getLocalAddress();
      return here.isAnyLocalAddress()
          ? Optional.empty()
          : Optional.of(here.getHostAddress().replaceAll("%.*", ""));
    } catch (SocketException | UncheckedIOException noWay) {
      return Optional.empty();
    }
  }
}
