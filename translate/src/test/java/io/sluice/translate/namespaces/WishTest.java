package io.sluice.translate.namespaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.policy.ClusterNamespaceOffloading;
import io.sluice.api.policy.ClusterNamespaceOffloadingSpec;
import io.sluice.api.vocab.Labels;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class WishTest {
  private static final List<ClusterNamespaceOffloading> RULES =
      List.of(
          rule("b-gold", "tier", "gold", false),
          rule("a-team", "team", "x", false),
          rule("a-gone", "tier", "gold", true));

  record Case(String name, String namespace, Map<String, String> labels, String source) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Case> CASES =
      List.of(
          new Case("nobody wants it", "ns", Map.of(), ""),
          new Case("the switch", "ns", Map.of(Labels.ENABLED, "true"), Labels.ENABLED),
          new Case("the switch off", "ns", Map.of(Labels.ENABLED, "false"), ""),
          new Case("a rule", "ns", Map.of("tier", "gold"), "clusternamespaceoffloading/b-gold"),
          new Case(
              "of two rules the first by name",
              "ns",
              Map.of("tier", "gold", "team", "x"),
              "clusternamespaceoffloading/a-team"),
          new Case(
              "the switch before any rule",
              "ns",
              Map.of("tier", "gold", Labels.ENABLED, "true"),
              Labels.ENABLED),
          new Case("never a reserved namespace", "kube-system", Map.of(Labels.ENABLED, "true"), ""),
          new Case(
              "never a twin or a tenant's",
              "ns",
              Map.of("tier", "gold", Labels.REMOTE_CLUSTER_ID, "rome"),
              ""));

  @ParameterizedTest
  @FieldSource("CASES")
  void oneSourceDecides(Case given) {
    assertThat(
            Wish.of(namespace(given.namespace(), given.labels()), RULES, Set.of("kube-system"))
                .map(Wish::source)
                .orElse(""))
        .isEqualTo(given.source());
  }

  @Test
  void theRuleIsFoundAgainByItsSource() {
    assertThat(Wish.ruleOf("clusternamespaceoffloading/gold")).contains("gold");
    assertThat(Wish.ruleOf(Wish.SWITCH)).isEqualTo(Optional.empty());
  }

  private static Namespace namespace(String name, Map<String, String> labels) {
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(labels)
        .endMetadata()
        .build();
  }

  private static ClusterNamespaceOffloading rule(
      String name, String key, String value, boolean deleting) {
    ClusterNamespaceOffloading rule = new ClusterNamespaceOffloading();
    rule.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withDeletionTimestamp(deleting ? "2026-01-01T00:00:00Z" : null)
            .build());
    rule.setSpec(
        new ClusterNamespaceOffloadingSpec(
            new LabelSelectorBuilder().addToMatchLabels(key, value).build(),
            MappingStrategy.DEFAULT_NAME,
            PodOffloadingStrategy.REMOTE,
            null));
    return rule;
  }
}
