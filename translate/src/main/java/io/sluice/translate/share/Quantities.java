package io.sluice.translate.share;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.translate.Outcome;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kubernetes quantities as exact numbers and back; no floating point anywhere (§12.3.14). */
public final class Quantities {
  private Quantities() {}

  /** No longer than any sane number: a text of a megabyte must not become arithmetic. */
  private static final Pattern FORM =
      Pattern.compile("([+-]?(?:\\d{1,30}(?:\\.\\d{0,30})?|\\.\\d{1,30}))([a-zA-Z]*)([+-]?\\d*)");

  private static final List<String> BINARY = List.of("Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final int LARGEST_EXPONENT = 30;

  private static final Map<String, BigDecimal> UNITS =
      Map.ofEntries(
          Map.entry("n", BigDecimal.ONE.movePointLeft(9)),
          Map.entry("u", BigDecimal.ONE.movePointLeft(6)),
          Map.entry("m", BigDecimal.ONE.movePointLeft(3)),
          Map.entry("", BigDecimal.ONE),
          Map.entry("k", BigDecimal.ONE.movePointRight(3)),
          Map.entry("M", BigDecimal.ONE.movePointRight(6)),
          Map.entry("G", BigDecimal.ONE.movePointRight(9)),
          Map.entry("T", BigDecimal.ONE.movePointRight(12)),
          Map.entry("P", BigDecimal.ONE.movePointRight(15)),
          Map.entry("E", BigDecimal.ONE.movePointRight(18)),
          Map.entry("Ki", power(1)),
          Map.entry("Mi", power(2)),
          Map.entry("Gi", power(3)),
          Map.entry("Ti", power(4)),
          Map.entry("Pi", power(5)),
          Map.entry("Ei", power(6)));

  public static Outcome<BigDecimal> parse(Quantity quantity) {
    String format = quantity.getFormat() == null ? "" : quantity.getFormat();
    return parse(quantity.getAmount() + format);
  }

  public static Outcome<BigDecimal> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return notAQuantity(text);
    }
    String suffix = form.group(2);
    String exponent = form.group(3);
    BigDecimal number = new BigDecimal(form.group(1));
    if (!exponent.isEmpty()) {
      return suffix.equalsIgnoreCase("e") ? scaled(number, exponent, text) : notAQuantity(text);
    }
    BigDecimal unit = UNITS.get(suffix);
    return unit == null ? notAQuantity(text) : bounded(number.multiply(unit), text);
  }

  /** The text that Kubernetes itself would print: cpu in thousandths, bytes in binary units. */
  public static Quantity format(String resource, BigDecimal value) {
    BigInteger units = toUnits(resource, value, RoundingMode.FLOOR);
    if (unit(resource) != 0) {
      BigInteger[] whole = units.divideAndRemainder(BigInteger.valueOf(1000));
      return new Quantity(whole[1].signum() == 0 ? whole[0].toString() : units + "m");
    }
    return new Quantity(isBytes(resource) ? binary(units) : units.toString());
  }

  /** Whole units of a resource: thousandths for cpu, bytes for memory, pieces for the rest. */
  static BigInteger toUnits(String resource, BigDecimal value, RoundingMode rounding) {
    return value.movePointRight(unit(resource)).setScale(0, rounding).toBigInteger();
  }

  static BigDecimal fromUnits(String resource, BigInteger units) {
    return new BigDecimal(units).movePointLeft(unit(resource));
  }

  private static int unit(String resource) {
    return resource.equals("cpu") ? 3 : 0;
  }

  private static boolean isBytes(String resource) {
    return resource.equals("memory")
        || resource.endsWith("storage")
        || resource.startsWith("hugepages-");
  }

  private static String binary(BigInteger bytes) {
    for (int power = BINARY.size(); power > 0; power--) {
      BigInteger[] parts = bytes.divideAndRemainder(power(power).toBigInteger());
      if (parts[1].signum() == 0 && parts[0].signum() != 0) {
        return parts[0] + BINARY.get(power - 1);
      }
    }
    return bytes.toString();
  }

  private static Outcome<BigDecimal> scaled(BigDecimal number, String exponent, String text) {
    boolean sane = exponent.length() <= 3 && exponent.matches("[+-]?\\d+");
    int power = sane ? Integer.parseInt(exponent) : LARGEST_EXPONENT + 1;
    return Math.abs(power) > LARGEST_EXPONENT
        ? notAQuantity(text)
        : bounded(number.scaleByPowerOfTen(power), text);
  }

  private static Outcome<BigDecimal> bounded(BigDecimal value, String text) {
    return value.abs().compareTo(LARGEST) > 0
        ? Outcome.failed(text + " is larger than any resource")
        : Outcome.ok(value);
  }

  private static Outcome<BigDecimal> notAQuantity(String text) {
    String shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
    return Outcome.failed(shown + " is not a quantity");
  }

  private static BigDecimal power(int exponent) {
    return new BigDecimal(BigInteger.ONE.shiftLeft(10 * exponent));
  }
}
