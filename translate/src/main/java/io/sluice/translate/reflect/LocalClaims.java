package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is said by claims and volumes of the virtual class that stay in this cluster (ST-2). */
public final class LocalClaims {
  private LocalClaims() {}

  /** Where a claim is found. */
  public record Key(String namespace, String name) {}

  public static boolean isVirtual(PersistentVolumeClaim claim) {
    return Names.STORAGE_CLASS.equals(claim.getSpec().getStorageClassName());
  }

  /** The node that the scheduler chose for the first pod; empty while there is none. */
  public static String selectedNode(PersistentVolumeClaim claim) {
    return annotations(claim).getOrDefault(Annotations.SELECTED_NODE, "");
  }

  /** It is ours to provide, its pod has a place, and it has no volume yet. */
  public static boolean waits(PersistentVolumeClaim claim) {
    Map<String, String> annotations = annotations(claim);
    boolean ours =
        Names.STORAGE_PROVISIONER.equals(annotations.get(Annotations.STORAGE_PROVISIONER))
            || Names.STORAGE_PROVISIONER.equals(
                annotations.get(Annotations.STORAGE_PROVISIONER_BETA));
    String volume = claim.getSpec().getVolumeName();
    return isVirtual(claim)
        && ours
        && (volume == null || volume.isEmpty())
        && claim.getMetadata().getDeletionTimestamp() == null
        && !selectedNode(claim).isEmpty();
  }

  /** The claim of the virtual class behind which this one stands; empty for all others. */
  public static Optional<Key> standsFor(@Nullable PersistentVolumeClaim real) {
    if (real == null || !Names.STORAGE_NAMESPACE.equals(real.getMetadata().getNamespace())) {
      return Optional.empty();
    }
    String namespace = annotations(real).get(Labels.VIRTUAL_PVC_NAMESPACE);
    String name = annotations(real).get(Labels.VIRTUAL_PVC_NAME);
    return namespace == null || name == null
        ? Optional.empty()
        : Optional.of(new Key(namespace, name));
  }

  /** A volume that was made under the virtual class for a real node, not for a provider. */
  public static boolean isOurs(PersistentVolume volume) {
    return Names.STORAGE_PROVISIONER.equals(
            Frozen.map(volume.getMetadata().getAnnotations()).get(Annotations.PROVISIONED_BY))
        && Volumes.provider(volume).isEmpty();
  }

  /** Its claim is gone, and the class says that it may go too. */
  public static boolean isSpent(PersistentVolume volume) {
    return isOurs(volume)
        && volume.getMetadata().getDeletionTimestamp() == null
        && volume.getStatus() != null
        && "Released".equals(volume.getStatus().getPhase())
        && "Delete".equals(volume.getSpec().getPersistentVolumeReclaimPolicy());
  }

  private static Map<String, String> annotations(PersistentVolumeClaim claim) {
    return Frozen.map(claim.getMetadata().getAnnotations());
  }
}
