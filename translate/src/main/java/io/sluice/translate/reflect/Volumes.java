package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpec;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Volumes of the virtual storage class at home (§6): where the data lies is written as node
 * affinity, so that pods follow it.
 *
 * @param virtualClass name of the virtual storage class
 * @param reclaimPolicy of that class
 */
public record Volumes(String virtualClass, String reclaimPolicy) {
  /** Before the UID of the claim. */
  public static final String NAME_PREFIX = "pvc-";

  /** ST-1: nothing is provisioned before the first pod of a claim has its place. */
  public static StorageClass virtualClass(String name) {
    return new StorageClassBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .endMetadata()
        .withProvisioner(Names.STORAGE_PROVISIONER)
        .withVolumeBindingMode("WaitForFirstConsumer")
        .withReclaimPolicy("Delete")
        .withAllowVolumeExpansion(true)
        .build();
  }

  /** Where the real claims are that stand behind those of the virtual class (ST-1). */
  public static Namespace realNamespace() {
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(Names.STORAGE_NAMESPACE)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .addToLabels(Labels.STORAGE_PROVISIONER, Labels.TRUE)
        .endMetadata()
        .build();
  }

  /** ST-5: stands for a volume in a provider; nothing at home ever mounts it. */
  public PersistentVolume remote(PersistentVolumeClaim claim, String provider) {
    PersistentVolumeSpec spec =
        new PersistentVolumeSpecBuilder()
            .withNewHostPath()
            .withPath("/tmp/liqo-placeholder")
            .endHostPath()
            .withNewNodeAffinity()
            .withNewRequired()
            .addNewNodeSelectorTerm()
            .withMatchExpressions(where(Labels.REMOTE_CLUSTER_ID, "In", provider))
            .endNodeSelectorTerm()
            .endRequired()
            .endNodeAffinity()
            .build();
    return volume(claim, spec);
  }

  /** ST-2: the same volume as the real claim's, under the virtual class. */
  public PersistentVolume local(PersistentVolumeClaim claim, PersistentVolume real) {
    List<NodeSelectorTerm> terms =
        real.getSpec().getNodeAffinity() == null
                || real.getSpec().getNodeAffinity().getRequired() == null
            ? List.of(new NodeSelectorTerm())
            : real.getSpec().getNodeAffinity().getRequired().getNodeSelectorTerms();
    PersistentVolumeSpec spec =
        new PersistentVolumeSpecBuilder(real.getSpec())
            .withNewNodeAffinity()
            .withNewRequired()
            .withNodeSelectorTerms(terms.stream().map(Volumes::onRealNodes).toList())
            .endRequired()
            .endNodeAffinity()
            .build();
    return volume(claim, spec);
  }

  private static NodeSelectorTerm onRealNodes(NodeSelectorTerm term) {
    return new NodeSelectorTermBuilder(term)
        .addToMatchExpressions(where(Labels.TYPE, "DoesNotExist"))
        .build();
  }

  private PersistentVolume volume(PersistentVolumeClaim claim, PersistentVolumeSpec source) {
    Map<String, Quantity> requests =
        claim.getSpec().getResources() == null
            ? Map.of()
            : Frozen.map(claim.getSpec().getResources().getRequests());
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName(name(claim))
        .addToAnnotations(Annotations.PROVISIONED_BY, Names.STORAGE_PROVISIONER)
        .endMetadata()
        .withSpec(
            new PersistentVolumeSpecBuilder(source)
                .withCapacity(requests)
                .withAccessModes(claim.getSpec().getAccessModes())
                .withVolumeMode(claim.getSpec().getVolumeMode())
                .withStorageClassName(virtualClass)
                .withPersistentVolumeReclaimPolicy(reclaimPolicy)
                .withNewClaimRef()
                .withApiVersion("v1")
                .withKind("PersistentVolumeClaim")
                .withNamespace(claim.getMetadata().getNamespace())
                .withName(claim.getMetadata().getName())
                .withUid(claim.getMetadata().getUid())
                .endClaimRef()
                .build())
        .build();
  }

  public static String name(PersistentVolumeClaim claim) {
    return NAME_PREFIX + claim.getMetadata().getUid();
  }

  /** The provider that a volume is pinned to; empty for real ones. */
  public static Optional<String> provider(PersistentVolume volume) {
    if (volume.getSpec() == null
        || volume.getSpec().getNodeAffinity() == null
        || volume.getSpec().getNodeAffinity().getRequired() == null) {
      return Optional.empty();
    }
    return volume.getSpec().getNodeAffinity().getRequired().getNodeSelectorTerms().stream()
        .flatMap(term -> term.getMatchExpressions().stream())
        .filter(each -> each.getKey().equals(Labels.REMOTE_CLUSTER_ID))
        .filter(each -> each.getOperator().equals("In") && each.getValues().size() == 1)
        .map(each -> each.getValues().getFirst())
        .findFirst();
  }

  /**
   * ST-2: the claim on the real class that stands behind one of the virtual class.
   *
   * @param realClass null for the default class of the cluster
   */
  public static PersistentVolumeClaim real(
      PersistentVolumeClaim claim, String node, @Nullable String realClass) {
    Map<String, String> names =
        Map.of(
            Labels.VIRTUAL_PVC_NAMESPACE, claim.getMetadata().getNamespace(),
            Labels.VIRTUAL_PVC_NAME, claim.getMetadata().getName());
    // The name of a claim may be longer than the value of a label.
    boolean fits = claim.getMetadata().getName().length() <= 63;
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName(claim.getMetadata().getUid())
        .withNamespace(Names.STORAGE_NAMESPACE)
        .addToAnnotations(Annotations.SELECTED_NODE, node)
        .addToAnnotations(names)
        .addToLabels(fits ? names : Map.of())
        .endMetadata()
        .withSpec(claim.getSpec())
        .editSpec()
        .withStorageClassName(realClass)
        .withVolumeName(null)
        .endSpec()
        .build();
  }

  private static NodeSelectorRequirement where(String key, String operator, String... values) {
    return new NodeSelectorRequirementBuilder()
        .withKey(key)
        .withOperator(operator)
        .withValues(values)
        .build();
  }
}
