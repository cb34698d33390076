package io.sluice.translate.net;

import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An IPv4 or IPv6 address as a number of 32 or 128 bits.
 *
 * <p>Parsing is stricter than the JDK's: no short IPv4 forms, no leading zeros, no scopes or
 * brackets, because other programs read such text differently. It never asks a name server.
 */
public record Address(BigInteger bits, int width) {
  public static final int IPV4 = 32;
  public static final int IPV6 = 128;

  private static final Pattern DOTTED_QUAD =
      Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
  private static final Pattern HEX_GROUPS = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

  public static Optional<Address> parse(String text) {
    if (!DOTTED_QUAD.matcher(text).matches() && !HEX_GROUPS.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(of(InetAddress.ofLiteral(text)));
    } catch (IllegalArgumentException notAnAddress) {
      return Optional.empty();
    }
  }

  private static Address of(InetAddress address) {
    int width = address instanceof Inet4Address ? IPV4 : IPV6;
    return new Address(new BigInteger(1, address.getAddress()), width);
  }

  /** Canonical text (RFC 5952): the API server warns about anything else. */
  @Override
  public String toString() {
    return width == IPV4 ? dottedQuad() : hexGroups();
  }

  private String dottedQuad() {
    int value = bits.intValue();
    return "%d.%d.%d.%d"
        .formatted(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
  }

  private String hexGroups() {
    int[] groups = new int[8];
    for (int i = 0; i < 8; i++) {
      groups[i] = bits.shiftRight(112 - 16 * i).intValue() & 0xffff;
    }
    int start = -1;
    int length = 1;
    for (int i = 0; i < 8; i++) {
      int zeros = zerosFrom(groups, i);
      if (zeros > length) {
        start = i;
        length = zeros;
      }
    }
    return start < 0
        ? join(groups, 0, 8)
        : join(groups, 0, start) + "::" + join(groups, start + length, 8);
  }

  private static int zerosFrom(int[] groups, int from) {
    int end = from;
    while (end < groups.length && groups[end] == 0) {
      end++;
    }
    return end - from;
  }

  private static String join(int[] groups, int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append(i > from ? ":" : "").append(Integer.toHexString(groups[i]));
    }
    return text.toString();
  }
}
