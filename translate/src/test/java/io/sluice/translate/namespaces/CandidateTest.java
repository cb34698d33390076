package io.sluice.translate.namespaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.authentication.OfferedStorageClass;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodeSpec;
import io.sluice.translate.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CandidateTest {
  private static final List<Candidate> CANDIDATES =
      List.of(
          new Candidate("milan", "milan-cpu", Map.of("region", "eu")),
          new Candidate("milan", "milan-gpu", Map.of("region", "eu", "gpu", "a100")),
          new Candidate("tokyo", "tokyo", Map.of("region", "asia")));

  @Test
  void withoutTermsEveryProviderGetsATwin() {
    assertThat(Candidate.selected(CANDIDATES, null))
        .isEqualTo(Outcome.ok(Set.of("milan", "tokyo")));
    assertThat(Candidate.selected(CANDIDATES, new NodeSelector()))
        .isEqualTo(Outcome.ok(Set.of("milan", "tokyo")));
  }

  @Test
  void oneMatchingNodeOfAProviderIsEnoughWhateverTheOrder() {
    assertThat(Candidate.selected(CANDIDATES, selector("gpu", "Exists")))
        .isEqualTo(Outcome.ok(Set.of("milan")));
    assertThat(Candidate.selected(CANDIDATES.reversed(), selector("gpu", "Exists")))
        .isEqualTo(Outcome.ok(Set.of("milan")));
  }

  @Test
  void nothingMatchesAnUnknownLabel() {
    assertThat(Candidate.selected(CANDIDATES, selector("region", "In", "mars")))
        .isEqualTo(Outcome.ok(Set.of()));
  }

  @Test
  void anInvalidSelectorSelectsNothingButSaysWhy() {
    assertThat(Candidate.selected(CANDIDATES, selector("region", "Near", "mars")))
        .isEqualTo(Outcome.failed("clusterSelector: region: has no operator that exists: Near"));
  }

  @Test
  void aVirtualNodeWithoutNodeIsJudgedByTheLabelsItsNodeWillHave() {
    VirtualNode virtualNode = virtualNode(Map.of("region", "eu"), List.of());

    Candidate before = Candidate.of(virtualNode, null);

    assertThat(before)
        .isEqualTo(
            new Candidate(
                "milan",
                "vn",
                Map.of(
                    "region", "eu",
                    "liqo.io/type", "virtual-node",
                    "kubernetes.io/hostname", "vn",
                    "liqo.io/remote-cluster-id", "milan",
                    "storage.liqo.io/available", "false")));
    assertThat(
            Candidate.of(
                    virtualNode(Map.of(), List.of(new OfferedStorageClass("fast", true))), null)
                .labels())
        .containsEntry("storage.liqo.io/available", "true");
  }

  @Test
  void theLabelsOfTheNodeCountOnceItExists() {
    VirtualNode virtualNode = virtualNode(Map.of("region", "eu"), List.of());
    var node =
        new NodeBuilder().withNewMetadata().addToLabels("region", "edited").endMetadata().build();

    assertThat(Candidate.of(virtualNode, node).labels()).isEqualTo(Map.of("region", "edited"));
  }

  private static VirtualNode virtualNode(
      Map<String, String> labels, List<OfferedStorageClass> classes) {
    VirtualNode virtualNode = new VirtualNode();
    virtualNode.setMetadata(new ObjectMetaBuilder().withName("vn").build());
    virtualNode.setSpec(spec(labels, classes));
    return virtualNode;
  }

  private static VirtualNodeSpec spec(
      Map<String, String> labels, @Nullable List<OfferedStorageClass> classes) {
    return new VirtualNodeSpec(
        "milan",
        null,
        null,
        true,
        null,
        null,
        List.of(),
        null,
        labels,
        Map.of(),
        List.of(),
        classes == null ? List.of() : classes,
        List.of(),
        List.of(),
        null);
  }

  private static NodeSelector selector(String key, String operator, String... values) {
    return new NodeSelectorBuilder()
        .addNewNodeSelectorTerm()
        .addNewMatchExpression()
        .withKey(key)
        .withOperator(operator)
        .withValues(List.of(values))
        .endMatchExpression()
        .endNodeSelectorTerm()
        .build();
  }
}
