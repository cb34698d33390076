package io.sluice.manager.provider.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.authentication.AuthzPolicy;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceSpec;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.authentication.TenantSpec;
import io.sluice.api.policy.ResourcePool;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.api.vocab.Reasons;
import io.sluice.manager.provider.sharing.plugin.ResourcePlugin.Answer;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Holding;
import io.sluice.translate.share.Lending;
import io.sluice.translate.tenant.Policies;
import io.sluice.translate.tenant.Subject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** D-22: one provider, several virtual nodes, each of what its pool has. */
class LenderPoolsTest {
  private static final List<Node> NODES =
      List.of(
          node("c1", Map.of("kind", "cpu"), "10", "0"),
          node("c2", Map.of("kind", "cpu"), "10", "0"),
          node("g1", Map.of("kind", "gpu"), "4", "8"));

  @Test
  void aSliceThatIsNamedAfterAPoolGetsWhatThatPoolHas() {
    var lent = lend(List.of(slice("paris-cpu"), slice("paris-gpu")), List.of());

    assertThat(cpu(lent, "paris-cpu")).isEqualByComparingTo("20");
    assertThat(amount(lent, "paris-cpu", "example.org/gpu")).isEqualByComparingTo("0");
    assertThat(cpu(lent, "paris-gpu")).isEqualByComparingTo("4");
    assertThat(amount(lent, "paris-gpu", "example.org/gpu")).isEqualByComparingTo("8");
    assertThat(line(lent, "paris-gpu").offer().extras().nodeSelector())
        .isEqualTo(Map.of("kind", "gpu"));
    assertThat(line(lent, "paris-cpu").offer().extras().nodeSelector())
        .isEqualTo(Map.of("kind", "cpu"));
  }

  @Test
  void aSliceOfAnotherNameBorrowsFromAllPools() {
    var lent = lend(List.of(slice("paris")), List.of());

    assertThat(cpu(lent, "paris")).isEqualByComparingTo("24");
    assertThat(line(lent, "paris").offer().extras().nodeSelector()).isEmpty();
  }

  @Test
  void podsOfOneSliceDoNotShrinkItsOwnNodeAndCountInItsPoolOnly() {
    var used =
        new Holding("c1", "milan", Subject.sliceUser("milan", "paris-cpu"), Amounts.of("cpu", 6));
    var lent = lend(List.of(slice("paris-cpu"), slice("paris-gpu")), List.of(used));

    assertThat(cpu(lent, "paris-cpu")).isEqualByComparingTo("20");
    assertThat(cpu(lent, "paris-gpu")).isEqualByComparingTo("4");
  }

  @Test
  void theWordOfAPluginReplacesWhatNodesAndPercentageWouldGive() { // §7.2
    var answer = new Answer(Map.of("cpu", Amounts.of("cpu", 3), "gpu", Amounts.of("cpu", 1)), "");
    var lent = lend(List.of(slice("paris-cpu"), slice("paris-gpu")), List.of(), answer);

    assertThat(cpu(lent, "paris-cpu")).isEqualByComparingTo("3");
    assertThat(cpu(lent, "paris-gpu")).isEqualByComparingTo("1");
    assertThat(amount(lent, "paris-gpu", "example.org/gpu")).isEqualByComparingTo("0");
    assertThat(line(lent, "paris-gpu").offer().reason()).isEqualTo(Reasons.RESOURCES_LENT);
    assertThat(cpu(lend(List.of(slice("paris")), List.of(), answer), "paris"))
        .as("all that is lent of any pool")
        .isEqualByComparingTo("4");
  }

  @Test
  void theLastWordOfASilentPluginHoldsAndTheSliceSaysSo() {
    var answer = new Answer(Map.of("", Amounts.of("cpu", 3)), "nobody listens at plugin:1");
    var lent = lend(List.of(slice("paris")), List.of(), answer);

    assertThat(cpu(lent, "paris")).isEqualByComparingTo("3");
    assertThat(line(lent, "paris").offer().reason()).isEqualTo(Reasons.RESOURCE_PLUGIN_SILENT);
    assertThat(line(lent, "paris").offer().message()).isEqualTo("nobody listens at plugin:1");
  }

  private static Map<String, Book.Line> lend(List<ResourceSlice> slices, List<Holding> holdings) {
    return lend(slices, holdings, null);
  }

  private static Map<String, Book.Line> lend(
      List<ResourceSlice> slices, List<Holding> holdings, @Nullable Answer answer) {
    var lender =
        new Lender(
            SharingSettings.lending(new Lending(100, false, false)),
            List.of(tenant()),
            List.of(policy()),
            new Classes.Known(List.of(), List.of()),
            answer == null ? null : new Plugged(_ -> answer));
    return lender.lend(slices, NODES, holdings).lines().stream()
        .collect(Collectors.toMap(line -> line.slice().getMetadata().getName(), line -> line));
  }

  private static BigDecimal cpu(Map<String, Book.Line> lent, String slice) {
    return amount(lent, slice, "cpu");
  }

  private static BigDecimal amount(Map<String, Book.Line> lent, String slice, String name) {
    return line(lent, slice).wanted().get(name);
  }

  private static Book.Line line(Map<String, Book.Line> lent, String slice) {
    return Objects.requireNonNull(lent.get(slice));
  }

  private static ResourceSlice slice(String name) {
    var slice = new ResourceSlice();
    slice.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("liqo-tenant-milan")
            .withName(name)
            .withUid("uid-" + name)
            .build());
    slice.setSpec(new ResourceSliceSpec("milan", "paris", Map.of(), null, null));
    return slice;
  }

  private static Tenant tenant() {
    var tenant = new Tenant();
    tenant.setMetadata(
        new ObjectMetaBuilder().withNamespace("liqo-tenant-milan").withName("milan").build());
    tenant.setSpec(
        new TenantSpec(
            "milan", AuthzPolicy.KEYS_EXCHANGE, null, null, null, null, TenantCondition.ACTIVE));
    return tenant;
  }

  private static TenantPolicy policy() {
    var all = Policies.DEFAULT;
    var policy = new TenantPolicy();
    policy.setMetadata(new ObjectMetaBuilder().withName("pools").build());
    policy.setSpec(
        new TenantPolicySpec(
            null,
            1,
            List.of(
                new ResourcePool("cpu", Map.of("kind", "cpu")),
                new ResourcePool("gpu", Map.of("kind", "gpu"))),
            all.podSecurity(),
            all.pods(),
            all.streams(),
            all.objects(),
            false));
    return policy;
  }

  private static Node node(String name, Map<String, String> labels, String cpu, String gpu) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .withAllocatable(Map.of("cpu", new Quantity(cpu), "example.org/gpu", new Quantity(gpu)))
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus()
        .build();
  }
}
