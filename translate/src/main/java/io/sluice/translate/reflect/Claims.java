package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeResourceRequirementsBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.Outcome;
import io.sluice.translate.share.Amounts;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Claims of the virtual storage class whose first pod went to this provider (§6): the volume is
 * provisioned there, and pods follow it.
 *
 * <p>A twin is deleted with the local claim and by nothing else: no answer here is "unwanted".
 *
 * @param virtualClass name of the virtual storage class
 * @param waits whether that class binds with the first consumer, which everything here relies on
 * @param offer what the provider offers
 * @param around what is known at home
 */
public record Claims(String virtualClass, boolean waits, Offer offer, Around around)
    implements Reflection<PersistentVolumeClaim, PersistentVolumeClaim> {
  private static final Set<String> MODES =
      Set.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod");
  private static final String STORAGE = "storage";

  /** Written at home while the claim is bound; in the provider they would be lies. */
  private static final Set<String> OF_BINDING =
      Set.of(
          Annotations.BIND_COMPLETED,
          Annotations.BOUND_BY_CONTROLLER,
          Annotations.STORAGE_PROVISIONER,
          Annotations.STORAGE_PROVISIONER_BETA,
          Annotations.STORAGE_CLASS_BETA,
          Annotations.SELECTED_NODE);

  /** Storage of the provider: none, its default class, or a class by name. */
  public record Offer(boolean storage, Optional<String> storageClass) {}

  /**
   * What is known at home.
   *
   * @param nodeProvider provider behind a node; empty for real and unknown nodes
   * @param volumeProvider provider that a volume is pinned to; empty for others
   */
  public record Around(
      Function<String, Optional<String>> nodeProvider,
      Function<String, Optional<String>> volumeProvider) {}

  @Override
  public Wish<PersistentVolumeClaim> wish(PersistentVolumeClaim local, Border border) {
    if (!virtualClass.equals(local.getSpec().getStorageClassName())) {
      return new Wish.Leave<>("it is of another storage class");
    }
    String volume = local.getSpec().getVolumeName();
    if (volume != null && !volume.isEmpty()) {
      return isHere(around.volumeProvider().apply(volume), border)
          ? twin(local, border)
          : new Wish.Leave<>("its volume lies elsewhere");
    }
    return isDue(local, border) && offer.storage()
        ? twin(local, border)
        : new Wish.Leave<>("it is not ours to provision");
  }

  /** ST-4: a pod was placed where there is no storage; the scheduler has to try elsewhere. */
  public boolean needsRescheduling(PersistentVolumeClaim local, Border border) {
    String volume = local.getSpec().getVolumeName();
    return virtualClass.equals(local.getSpec().getStorageClassName())
        && (volume == null || volume.isEmpty())
        && isDue(local, border)
        && !offer.storage();
  }

  /** What the user hears about a claim that no volume comes for here. */
  public record Answer(String reason, String why) {}

  /**
   * ST-4, T-19: a claim that waits for a volume on our node and will not get one, because the
   * provider lends no storage or the class is not the virtual one; nothing else would ever say so.
   */
  public Optional<Answer> answer(PersistentVolumeClaim local, Border border) {
    if (needsRescheduling(local, border)) {
      return Optional.of(
          new Answer(Reasons.RESCHEDULING_REQUIRED, border.destination() + " lends no storage"));
    }
    String node =
        Frozen.map(local.getMetadata().getAnnotations())
            .getOrDefault(Annotations.SELECTED_NODE, "");
    String volume = local.getSpec().getVolumeName();
    boolean stuck =
        !virtualClass.equals(local.getSpec().getStorageClassName())
            && (volume == null || volume.isEmpty())
            && !node.isEmpty()
            && isHere(around.nodeProvider().apply(node), border);
    return stuck
        ? Optional.of(
            new Answer(
                Reasons.VOLUME_NOT_OFFLOADABLE,
                "a volume of class %s can not be made in %s; use class %s"
                    .formatted(
                        local.getSpec().getStorageClassName(), border.destination(), virtualClass)))
        : Optional.empty();
  }

  /** The size to show at home once the volume there has grown to what was asked for. */
  public static Optional<Quantity> grown(PersistentVolumeClaim local, PersistentVolumeClaim twin) {
    if (local.getStatus() == null || twin.getStatus() == null) {
      return Optional.empty();
    }
    Amounts asked = size(local);
    Amounts shown = Amounts.ofValid(Frozen.map(local.getStatus().getCapacity()));
    Amounts there = Amounts.ofValid(Frozen.map(twin.getStatus().getCapacity()));
    boolean done =
        shown.get(STORAGE).signum() > 0
            && shown.get(STORAGE).compareTo(asked.get(STORAGE)) < 0
            && there.get(STORAGE).compareTo(asked.get(STORAGE)) >= 0;
    return done ? Optional.ofNullable(asked.toQuantities().get(STORAGE)) : Optional.empty();
  }

  /** ST-3: the scheduler chose a node of this provider, and the provisioner is ours. */
  private boolean isDue(PersistentVolumeClaim local, Border border) {
    Map<String, String> annotations = Frozen.map(local.getMetadata().getAnnotations());
    String node = annotations.getOrDefault(Annotations.SELECTED_NODE, "");
    boolean ours =
        Names.STORAGE_PROVISIONER.equals(annotations.get(Annotations.STORAGE_PROVISIONER))
            || Names.STORAGE_PROVISIONER.equals(
                annotations.get(Annotations.STORAGE_PROVISIONER_BETA));
    return waits && ours && !node.isEmpty() && isHere(around.nodeProvider().apply(node), border);
  }

  private static boolean isHere(Optional<String> provider, Border border) {
    return provider.equals(Optional.of(border.destination()));
  }

  private Wish<PersistentVolumeClaim> twin(PersistentVolumeClaim local, Border border) {
    return switch (accessModes(local)) {
      case Outcome.Failed<List<String>>(var why) -> new Wish.Refused<>(why);
      case Outcome.Ok<List<String>>(var modes) ->
          new Wish.Wanted<>(
              new PersistentVolumeClaimBuilder()
                  .withMetadata(metadata(local, border))
                  .withNewSpec()
                  .withAccessModes(modes)
                  .withVolumeMode(
                      local.getSpec().getVolumeMode() == null
                          ? "Filesystem"
                          : local.getSpec().getVolumeMode())
                  .withResources(local.getSpec().getResources())
                  .withStorageClassName(storageClass(local))
                  .endSpec()
                  .build());
    };
  }

  private static ObjectMeta metadata(PersistentVolumeClaim local, Border border) {
    Set<String> annotations = new HashSet<>(border.withheld().annotations());
    annotations.addAll(OF_BINDING);
    Border bare =
        new Border(
            border.origin(),
            border.destination(),
            border.namespace(),
            border.twin(),
            new Border.Withheld(border.withheld().labels(), annotations));
    return TwinMeta.of(local, local.getMetadata().getName(), bare);
  }

  private static Outcome<List<String>> accessModes(PersistentVolumeClaim local) {
    String asked =
        Frozen.map(local.getMetadata().getAnnotations()).get(Annotations.REMOTE_ACCESS_MODES);
    if (asked == null) {
      return Outcome.ok(Frozen.list(local.getSpec().getAccessModes()));
    }
    List<String> modes =
        List.of(asked.split(",")).stream()
            .map(String::strip)
            .filter(mode -> !mode.isEmpty())
            .toList();
    return !modes.isEmpty() && MODES.containsAll(modes)
        ? Outcome.ok(modes)
        : Outcome.failed(
            "annotation " + Annotations.REMOTE_ACCESS_MODES + " names no access modes: " + asked);
  }

  private @Nullable String storageClass(PersistentVolumeClaim local) {
    String asked =
        Frozen.map(local.getMetadata().getAnnotations()).get(Annotations.REMOTE_STORAGE_CLASS);
    return asked != null && !asked.isEmpty() ? asked : offer.storageClass().orElse(null);
  }

  /** Size is all that may change, and only upwards. */
  @Override
  public boolean isSame(PersistentVolumeClaim there, PersistentVolumeClaim wanted) {
    return TwinMeta.isSame(there, wanted)
        && size(there).get(STORAGE).compareTo(size(wanted).get(STORAGE)) >= 0;
  }

  @Override
  public PersistentVolumeClaim onto(PersistentVolumeClaim there, PersistentVolumeClaim wanted) {
    Quantity size =
        size(there).max(size(wanted)).toQuantities().getOrDefault(STORAGE, new Quantity("0"));
    return new PersistentVolumeClaimBuilder(wanted)
        .withSpec(there.getSpec())
        .editSpec()
        .withResources(
            new VolumeResourceRequirementsBuilder(there.getSpec().getResources())
                .addToRequests(STORAGE, size)
                .build())
        .endSpec()
        .build();
  }

  private static Amounts size(PersistentVolumeClaim claim) {
    return claim.getSpec().getResources() == null
        ? Amounts.NONE
        : Amounts.ofValid(claim.getSpec().getResources().getRequests());
  }
}
