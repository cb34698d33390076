package io.sluice.translate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.IdentityStatus;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceSpec;
import io.sluice.api.authentication.ResourceSliceStatus;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SliceNodeTest {
  @ParameterizedTest(name = "SL-5: annotation {0}, authentication {1}, resources {2}, secret {3}")
  @CsvSource({
    "true,  ACCEPTED, ACCEPTED, true,  true",
    "yes,   ACCEPTED, ACCEPTED, true,  true",
    "False, ACCEPTED, ACCEPTED, true,  false",
    "'',    ACCEPTED, ACCEPTED, true,  false",
    "true,  DENIED,   ACCEPTED, true,  false",
    "true,  ACCEPTED, DENIED,   true,  false",
    "true,  ACCEPTED, ACCEPTED, false, false",
  })
  void aNodeNeedsBothVerdictsAndCredentials(
      String annotation,
      SliceVerdict authentication,
      SliceVerdict resources,
      boolean secret,
      boolean made) {
    ResourceSlice slice = slice(annotation, authentication, resources);

    assertThat(SliceNode.of(slice, secret ? identity() : null).isPresent()).isEqualTo(made);
  }

  @Test
  void theNodeCarriesWhatTheProviderGrants() {
    VirtualNode node =
        SliceNode.of(slice("true", SliceVerdict.ACCEPTED, SliceVerdict.ACCEPTED), identity())
            .orElseThrow();

    assertThat(node.getMetadata().getName()).isEqualTo("gpu");
    assertThat(node.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("slice-uid"));
    assertThat(node.getMetadata().getLabels()).containsEntry(Labels.RESOURCE_SLICE_NAME, "gpu");
    assertThat(node.getSpec().clusterID()).isEqualTo("rome");
    assertThat(node.getSpec().kubeconfigSecretRef())
        .isEqualTo(new LocalObjectReference("kubeconfig-resourceslice-gpu"));
    assertThat(node.getSpec().resourceQuota()).satisfies(quota -> assertThat(quota).isNotNull());
    assertThat(node.getSpec().labels())
        .isEqualTo(Map.of("region", "eu", Labels.REMOTE_CLUSTER_ID, "rome"));
    assertThat(node.getSpec().offloadingPatch())
        .satisfies(patch -> assertThat(patch.nodeSelector()).isEqualTo(Map.of("pool", "lent")));
  }

  private static ResourceSlice slice(
      String annotation, SliceVerdict authentication, SliceVerdict resources) {
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("liqo-tenant-rome")
            .withName("gpu")
            .withUid("slice-uid")
            .addToAnnotations(Annotations.CREATE_VIRTUAL_NODE, annotation)
            .build());
    slice.setSpec(new ResourceSliceSpec("milan", "rome", Map.of(), null, null));
    slice.setStatus(
        new ResourceSliceStatus(
            List.of(
                condition(SliceConditionType.AUTHENTICATION, authentication),
                condition(SliceConditionType.RESOURCES, resources)),
            Map.of("cpu", new Quantity("4")),
            null,
            List.of(),
            List.of(),
            List.of(),
            Map.of("region", "eu"),
            Map.of("pool", "lent")));
    return slice;
  }

  private static SliceCondition condition(SliceConditionType type, @Nullable SliceVerdict verdict) {
    return new SliceCondition(type, verdict, null, null, null);
  }

  private static Identity identity() {
    Identity identity = new Identity();
    identity.setStatus(
        new IdentityStatus(new LocalObjectReference("kubeconfig-resourceslice-gpu")));
    return identity;
  }
}
