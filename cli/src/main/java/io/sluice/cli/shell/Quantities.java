package io.sluice.cli.shell;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Amounts of resources for people: bytes in the largest unit that leaves a whole number before the
 * point.
 */
public final class Quantities {
  private static final List<String> UNITS = List.of("", "Ki", "Mi", "Gi", "Ti");
  private static final Set<String> COMMON = Set.of("cpu", "memory", "pods");
  private static final BigDecimal STEP = BigDecimal.valueOf(1024);

  private Quantities() {}

  /** An amount as people write it, such as 2, 500m or 4Gi. */
  public static Quantity parse(String text) {
    try {
      Quantity quantity = Quantity.parse(text);
      if (quantity.getNumericalAmount().signum() >= 0) {
        return quantity;
      }
    } catch (RuntimeException e) {
      // said below
    }
    throw new IllegalArgumentException("'" + text + "' is not an amount such as 2, 500m or 4Gi");
  }

  /** By name; what a node knows of but has none of, such as huge pages, is left out. */
  public static SortedMap<String, String> texts(Map<String, Quantity> resources) {
    SortedMap<String, String> texts = new TreeMap<>();
    resources.forEach(
        (name, quantity) -> {
          if (COMMON.contains(name) || quantity.getNumericalAmount().signum() != 0) {
            texts.put(name, text(name, quantity));
          }
        });
    return texts;
  }

  public static String text(String resource, Quantity quantity) {
    if (!resource.equals("memory") && !resource.endsWith("storage")) {
      return quantity.toString();
    }
    BigDecimal amount = Quantity.getAmountInBytes(quantity);
    int unit = 0;
    while (amount.compareTo(STEP) >= 0 && unit < UNITS.size() - 1) {
      amount = amount.divide(STEP);
      unit++;
    }
    String digits = amount.setScale(1, RoundingMode.DOWN).stripTrailingZeros().toPlainString();
    return digits + UNITS.get(unit);
  }
}
