package io.sluice.translate.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromisesTest {
  private static final List<String> NAMES = List.of("cpu", "memory", "pods", "nvidia.com/gpu");

  @Test
  void twoIdleConsumersGetHalfEach() {
    assertThat(promise(90, claim("a", 1, 0), claim("b", 1, 0)))
        .isEqualTo(Map.of("a", 45L, "b", 45L));
  }

  @Test
  void ownPodsDoNotShrinkTheirOwnersNode() {
    assertThat(promise(90, claim("a", 1, 30))).isEqualTo(Map.of("a", 90L));
  }

  @Test
  void everybodyKeepsWhatItUsesAndTheRestIsShared() {
    assertThat(promise(90, claim("a", 1, 60), claim("b", 1, 0)))
        .isEqualTo(Map.of("a", 75L, "b", 15L));
  }

  @Test
  void weightsDivideTheRest() {
    assertThat(promise(90, claim("a", 2, 0), claim("b", 1, 0), claim("c", 0, 5)))
        .isEqualTo(Map.of("a", 57L, "b", 28L, "c", 5L));
  }

  @Test
  void aShrunkenPoolNeverTakesWhatIsUsed() {
    assertThat(promise(10, claim("a", 1, 30), claim("b", 1, 0)))
        .isEqualTo(Map.of("a", 30L, "b", 0L));
  }

  @Test
  void whatOneDoesNotAskForIsLeftToTheOthers() {
    assertThat(promise(90, capped("a", 10), claim("b", 1, 0), claim("c", 1, 0)))
        .isEqualTo(Map.of("a", 10L, "b", 40L, "c", 40L));
    assertThat(promise(90, capped("a", 10), capped("b", 20))).isEqualTo(Map.of("a", 10L, "b", 20L));
  }

  @Test
  void noDeviceIsLostInTheDivision() {
    assertThat(promise(3, claim("a", 1, 0), claim("b", 1, 0))).isEqualTo(Map.of("a", 2L, "b", 1L));
  }

  @Test
  void eachModePromisesEverybodyThePool() {
    Lending each = new Lending(90, true, false);
    Pool pool = new Pool(Amounts.of("pods", 90), Set.of());

    assertThat(
            Promises.of(
                pool, List.of(claim("a", 1, 60), claim("b", 1, 0), claim("c", 1, 99)), each))
        .isEqualTo(
            Map.of(
                "a",
                Amounts.of("pods", 90),
                "b",
                Amounts.of("pods", 90),
                "c",
                Amounts.of("pods", 99)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20260101})
  void neverPromisesMoreThanThePoolOrWhatIsUsed(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      Pool pool = new Pool(random(random, 1_000_000), Set.of());
      List<Claim> claims = claims(random);

      Map<String, Amounts> promises = Promises.of(pool, claims, Lending.DEFAULT);

      NAMES.forEach(name -> holds(name, pool, claims, promises));
    }
  }

  private static void holds(
      String name, Pool pool, List<Claim> claims, Map<String, Amounts> promises) {
    BigDecimal promised = sum(name, promises.values().stream().toList());
    BigDecimal used = sum(name, claims.stream().map(Claim::used).toList());
    assertThat(promised).isLessThanOrEqualTo(pool.amounts().get(name).max(used));
    boolean greedy =
        claims.stream().anyMatch(claim -> claim.weight() > 0 && !claim.cap().has(name));
    if (greedy) {
      assertThat(promised).isEqualByComparingTo(pool.amounts().get(name).max(used));
    }
    claims.forEach(
        claim ->
            assertThat(promises.getOrDefault(claim.id(), Amounts.NONE).get(name))
                .isGreaterThanOrEqualTo(claim.used().get(name)));
  }

  private static List<Claim> claims(Random random) {
    List<Claim> claims = new ArrayList<>();
    for (int i = random.nextInt(1, 7); i > 0; i--) {
      Amounts cap = random.nextBoolean() ? random(random, 500_000) : Amounts.NONE;
      claims.add(new Claim("c" + i, random.nextInt(4), random(random, 400_000), cap));
    }
    return claims;
  }

  private static Amounts random(Random random, int bound) {
    Amounts amounts = Amounts.NONE;
    for (String name : NAMES) {
      BigDecimal value = BigDecimal.valueOf(random.nextInt(bound));
      amounts = amounts.with(name, name.equals("cpu") ? value.movePointLeft(3) : value);
    }
    return amounts;
  }

  private static BigDecimal sum(String name, List<Amounts> amounts) {
    return amounts.stream().map(each -> each.get(name)).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static Claim claim(String id, long weight, long used) {
    return new Claim(id, weight, Amounts.of("pods", used), Amounts.NONE);
  }

  private static Claim capped(String id, long cap) {
    return new Claim(id, 1, Amounts.NONE, Amounts.of("pods", cap));
  }

  private static Map<String, Long> promise(long pool, Claim... claims) {
    return Promises.of(
            new Pool(Amounts.of("pods", pool), Set.of()), List.of(claims), Lending.DEFAULT)
        .entrySet()
        .stream()
        .collect(
            Collectors.toMap(Map.Entry::getKey, e -> e.getValue().get("pods").longValueExact()));
  }
}
