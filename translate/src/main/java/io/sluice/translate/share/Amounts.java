package io.sluice.translate.share;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.translate.Outcome;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A resource list as exact numbers, one per resource name. Every name is treated alike; a missing
 * one counts as zero in arithmetic but is not the same as zero ({@link #names()}).
 */
public record Amounts(SortedMap<String, BigDecimal> byName) {
  public static final Amounts NONE = new Amounts(new TreeMap<>());

  public Amounts {
    byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
  }

  /** Numbers of a resource list; fails with the name of the first one that is no quantity. */
  public static Outcome<Amounts> of(@Nullable Map<String, Quantity> resources) {
    SortedMap<String, BigDecimal> numbers = new TreeMap<>();
    if (resources != null) {
      for (Map.Entry<String, Quantity> entry : resources.entrySet()) {
        switch (Quantities.parse(entry.getValue())) {
          case Outcome.Ok<BigDecimal>(var number) -> numbers.put(entry.getKey(), number);
          case Outcome.Failed<BigDecimal>(var why) -> {
            return Outcome.failed(entry.getKey() + ": " + why);
          }
        }
      }
    }
    return Outcome.ok(new Amounts(numbers));
  }

  /** As {@link #of}, for objects that an API server has validated: what is no number is absent. */
  public static Amounts ofValid(@Nullable Map<String, Quantity> resources) {
    SortedMap<String, BigDecimal> numbers = new TreeMap<>();
    if (resources != null) {
      resources.forEach(
          (name, quantity) -> {
            if (Quantities.parse(quantity) instanceof Outcome.Ok<BigDecimal>(var number)) {
              numbers.put(name, number);
            }
          });
    }
    return new Amounts(numbers);
  }

  public static Amounts of(String name, long value) {
    return NONE.with(name, BigDecimal.valueOf(value));
  }

  public Amounts with(String name, BigDecimal value) {
    SortedMap<String, BigDecimal> numbers = new TreeMap<>(byName);
    numbers.put(name, value);
    return new Amounts(numbers);
  }

  public BigDecimal get(String name) {
    return byName.getOrDefault(name, BigDecimal.ZERO);
  }

  public Set<String> names() {
    return byName.keySet();
  }

  public boolean has(String name) {
    return byName.containsKey(name);
  }

  public Amounts plus(Amounts other) {
    return combine(other, BigDecimal::add);
  }

  public Amounts minus(Amounts other) {
    return combine(other, BigDecimal::subtract);
  }

  public Amounts max(Amounts other) {
    return combine(other, BigDecimal::max);
  }

  /** Own values, and those of the other for names that are missing here. */
  public Amounts orElse(Amounts other) {
    SortedMap<String, BigDecimal> numbers = new TreeMap<>(other.byName);
    numbers.putAll(byName);
    return new Amounts(numbers);
  }

  /** The same names with the same values, however they were written. */
  public boolean sameAs(Amounts other) {
    return names().equals(other.names())
        && names().stream().allMatch(name -> get(name).compareTo(other.get(name)) == 0);
  }

  public Map<String, Quantity> toQuantities() {
    Map<String, Quantity> quantities = new LinkedHashMap<>();
    byName.forEach((name, value) -> quantities.put(name, Quantities.format(name, value)));
    return quantities;
  }

  private Amounts combine(Amounts other, BinaryOperator<BigDecimal> operator) {
    Set<String> names = new TreeSet<>(names());
    names.addAll(other.names());
    SortedMap<String, BigDecimal> numbers = new TreeMap<>();
    names.forEach(name -> numbers.put(name, operator.apply(get(name), other.get(name))));
    return new Amounts(numbers);
  }
}
