package io.sluice.translate.net;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A network: the address with all host bits zero, and how many bits are the prefix. */
public record Prefix(Address network, int length) {
  private static final Pattern LENGTH = Pattern.compile("0|[1-9]\\d{0,2}");

  public Prefix {
    network =
        new Address(network.bits().andNot(hostMask(network.width(), length)), network.width());
  }

  public static Optional<Prefix> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !LENGTH.matcher(text.substring(slash + 1)).matches()) {
      return Optional.empty();
    }
    int length = Integer.parseInt(text.substring(slash + 1));
    return Address.parse(text.substring(0, slash))
        .filter(address -> length <= address.width())
        .map(address -> new Prefix(address, length));
  }

  public boolean contains(Address address) {
    return address.width() == network.width()
        && address.bits().andNot(hostMask(address.width(), length)).equals(network.bits());
  }

  /** The same host in this network: prefix bits from here, host bits from the address (NET-1). */
  public Address rebase(Address address) {
    BigInteger host = address.bits().and(hostMask(address.width(), length));
    return new Address(network.bits().or(host), network.width());
  }

  public static boolean anyContains(List<Prefix> prefixes, Address address) {
    return prefixes.stream().anyMatch(prefix -> prefix.contains(address));
  }

  private static BigInteger hostMask(int width, int length) {
    return BigInteger.ONE.shiftLeft(width - length).subtract(BigInteger.ONE);
  }

  @Override
  public String toString() {
    return network + "/" + length;
  }
}
