package io.sluice.manager.consumer.virtualnodes;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
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
}
