package io.sluice.translate.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DivisionTest {
  private static final String GPU = "nvidia.com/gpu";

  @Test
  void theDocumentsExamplesHold() {
    List<Borrower> one = List.of(borrower("a"));

    assertThat(cpu(promised(List.of(node("n", 100)), List.of(), one), "a")).isEqualTo(90);
    assertThat(cpu(promised(List.of(node("n", 100)), List.of(own("n", 50)), one), "a"))
        .isEqualTo(45);
    assertThat(cpu(promised(List.of(node("n", 100), node("m", 100)), List.of(), one), "a"))
        .isEqualTo(180);
  }

  @Test
  void oneDeviceVanishesWithAWarning() {
    Node node =
        new NodeBuilder(node("n", 10))
            .editStatus()
            .addToAllocatable(GPU, new Quantity("1"))
            .endStatus()
            .build();

    Division.Promised promised = promised(List.of(node), List.of(), List.of(borrower("a")));

    assertThat(promised.to("a").get(GPU)).isZero();
    assertThat(promised.vanished()).containsExactly(GPU);
  }

  @Test
  void aConsumersOwnPodsDoNotShrinkItsNodeButThoseOfOthersDo() {
    List<Holding> holdings = List.of(used("n", "a", 30));

    Division.Promised promised =
        promised(List.of(node("n", 100)), holdings, List.of(borrower("a"), borrower("b")));

    assertThat(cpu(promised, "a")).isEqualTo(60);
    assertThat(cpu(promised, "b")).isEqualTo(30);
  }

  @Test
  void aConsumerThatIsLentNothingMoreKeepsWhatItUses() {
    Division.Promised promised =
        promised(List.of(node("n", 100)), List.of(used("n", "gone", 40)), List.of(borrower("a")));

    assertThat(cpu(promised, "a")).isEqualTo(50);
    assertThat(promised.promises()).containsOnlyKeys("a");
    assertThat(promised.ceiling().get("cpu")).isEqualByComparingTo("50");
  }

  @Test
  void podsOnACordonedNodeStayPromisedToTheirConsumer() {
    Node cordoned =
        new NodeBuilder(node("n", 100)).editSpec().withUnschedulable(true).endSpec().build();

    assertThat(cpu(promised(List.of(cordoned), List.of(used("n", "a", 30)), A), "a")).isEqualTo(30);
    assertThat(cpu(promised(List.of(cordoned, node("m", 10)), List.of(used("n", "a", 30)), A), "a"))
        .isEqualTo(30);
  }

  @Test
  void poolsKeepConsumersApart() {
    Borrower red = new Borrower("red", 1, List.of(Map.of("pool", "red")), Amounts.NONE);
    Borrower any = new Borrower("any", 1, List.of(), Amounts.NONE);
    List<Node> nodes = List.of(node("r", 100, "red"), node("b", 100, "blue"));

    Division.Promised promised = promised(nodes, List.of(), List.of(red, any));

    assertThat(cpu(promised, "red")).isEqualTo(45);
    assertThat(cpu(promised, "any")).isEqualTo(135);
  }

  @Test
  void aCapHoldsOverAllPools() {
    Borrower capped = new Borrower("any", 1, List.of(), Amounts.of("cpu", 100));
    Borrower red = new Borrower("red", 1, List.of(Map.of("pool", "red")), Amounts.NONE);
    List<Node> nodes = List.of(node("r", 100, "red"), node("b", 100, "blue"));

    assertThat(cpu(promised(nodes, List.of(used("r", "any", 20)), List.of(red, capped)), "any"))
        .isEqualTo(100);
  }

  @Test
  void slicesOfOneConsumerShareItsPromise() {
    Amounts promise = Amounts.of("cpu", 90);
    List<Claim> slices =
        List.of(
            new Claim("big", 1, Amounts.of("cpu", 40), Amounts.NONE),
            new Claim("small", 1, Amounts.NONE, Amounts.of("cpu", 10)));

    assertThat(Division.among(promise, Amounts.of("cpu", 20), slices))
        .isEqualTo(Map.of("big", cpu(60), "small", cpu(10)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void promisesNeverExceedTheCeilingWhateverTheWorldLooksLike(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      List<Node> nodes = new ArrayList<>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        nodes.add(node("n" + i, random.nextInt(100), random.nextBoolean() ? "red" : "blue"));
      }
      List<Holding> holdings = new ArrayList<>();
      for (int i = random.nextInt(20); i > 0; i--) {
        String consumer = List.of("", "a", "b", "c", "gone").get(random.nextInt(5));
        holdings.add(used("n" + random.nextInt(7), consumer, random.nextInt(30)));
      }
      List<Borrower> borrowers =
          List.of(
              borrower("a"),
              new Borrower("b", random.nextInt(4), List.of(Map.of("pool", "red")), Amounts.NONE),
              new Borrower("c", 2, List.of(), Amounts.of("cpu", random.nextInt(60))));

      Division.Promised promised = promised(nodes, holdings, borrowers);
      Amounts sum = promised.promises().values().stream().reduce(Amounts.NONE, Amounts::plus);

      for (String name : sum.names()) {
        assertThat(sum.get(name))
            .as("seed %d round %d %s", seed, round, name)
            .isLessThanOrEqualTo(promised.ceiling().get(name));
      }
    }
  }

  private static final List<Borrower> A = List.of(borrower("a"));

  private static Division.Promised promised(
      List<Node> nodes, List<Holding> holdings, List<Borrower> borrowers) {
    return Division.of(nodes, holdings, borrowers, Lending.DEFAULT);
  }

  private static long cpu(Division.Promised promised, String consumer) {
    return promised.to(consumer).get("cpu").longValueExact();
  }

  /** As the division writes it, in thousandths. */
  private static Amounts cpu(long whole) {
    return Amounts.NONE.with("cpu", new BigDecimal(whole + ".000"));
  }

  private static Borrower borrower(String id) {
    return new Borrower(id, 1, List.of(), Amounts.NONE);
  }

  private static Holding own(String node, long cpu) {
    return used(node, "", cpu);
  }

  private static Holding used(String node, String consumer, long cpu) {
    return new Holding(node, consumer, "", Amounts.of("cpu", cpu));
  }

  private static Node node(String name, long cpu) {
    return node(name, cpu, "none");
  }

  private static Node node(String name, long cpu, String pool) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("pool", pool)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .addToAllocatable("cpu", new Quantity(Long.toString(cpu)))
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus()
        .build();
  }
}
