package io.sluice.translate.border;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The copy of an object in the provider's tenant namespace: same name, labels turned round, the
 * spec as it is. The status travels the other way.
 */
public final class Replica {
  private Replica() {}

  /** Annotations that belong to the side they are on. */
  private static final Set<String> NOT_CARRIED =
      Set.of(
          Annotations.CORDON,
          Annotations.CORDON_TENANT,
          "kubectl.kubernetes.io/last-applied-configuration");

  /** The provider that a local object is meant for; empty when it stays at home. */
  public static Optional<String> destination(HasMetadata local) {
    Map<String, String> labels = Frozen.map(local.getMetadata().getLabels());
    return Labels.TRUE.equals(labels.get(Labels.REPLICATION))
        ? Optional.ofNullable(labels.get(Labels.REMOTE_ID))
        : Optional.empty();
  }

  /** Metadata of the copy. */
  public static ObjectMeta metadata(HasMetadata local, String home, String remoteNamespace) {
    Map<String, String> labels = new LinkedHashMap<>(Frozen.map(local.getMetadata().getLabels()));
    labels.remove(Labels.OWNERSHIP);
    labels.remove(Labels.REMOTE_ID);
    labels.put(Labels.REPLICATION, Labels.FALSE);
    labels.put(Labels.REPLICATED, Labels.TRUE);
    labels.put(Labels.ORIGIN_ID, home);
    labels.put(Labels.REMOTE_CLUSTER_ID, home);
    Map<String, String> annotations =
        new LinkedHashMap<>(Frozen.map(local.getMetadata().getAnnotations()));
    annotations.keySet().removeAll(NOT_CARRIED);
    annotations.put(Annotations.LOCAL_UID, local.getMetadata().getUid());
    return new ObjectMetaBuilder()
        .withNamespace(remoteNamespace)
        .withName(local.getMetadata().getName())
        .withLabels(labels)
        .withAnnotations(annotations)
        .build();
  }

  /** Whether an object of the provider is a copy that came from here. */
  public static boolean isOurs(HasMetadata remote, String home) {
    Map<String, String> labels = Frozen.map(remote.getMetadata().getLabels());
    return Labels.TRUE.equals(labels.get(Labels.REPLICATED))
        && home.equals(labels.get(Labels.ORIGIN_ID));
  }

  /** Whether the copy says at least what it should; what the provider adds is the provider's. */
  public static boolean saysAll(HasMetadata remote, ObjectMeta wanted) {
    return Frozen.map(remote.getMetadata().getLabels())
            .entrySet()
            .containsAll(Frozen.map(wanted.getLabels()).entrySet())
        && Frozen.map(remote.getMetadata().getAnnotations())
            .entrySet()
            .containsAll(Frozen.map(wanted.getAnnotations()).entrySet());
  }
}
