package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.reflect.Border;
import io.sluice.translate.reflect.Claims;
import io.sluice.translate.reflect.Volumes;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The storage fabric as far as the kubelet of a provider does it (§6): claims of the virtual class
 * whose first pod came here get a volume there, and a volume at home that pins later pods to it.
 * Volumes are followed once for all namespaces, and only where there are claims.
 */
final class Storage implements AutoCloseable {
  private static final Kind<PersistentVolume> VOLUMES = Kind.of(PersistentVolume.class);
  private static final Kind<PersistentVolumeClaim> CLAIMS = Kind.of(PersistentVolumeClaim.class);

  private final Stage stage;
  private final ReflectionOptions.Offers offers;
  private final Nodes nodes;
  private final Feed<PersistentVolume> volumes;
  private final Feed<StorageClass> classes;
  private final AtomicBoolean started = new AtomicBoolean();

  Storage(Stage stage, ReflectionOptions.Offers offers, Nodes nodes, Runnable changed) {
    this.stage = stage;
    this.offers = offers;
    this.nodes = nodes;
    this.volumes = new Feed<>(stage.home(), VOLUMES, Scope.ALL, new OnVolume(changed));
    this.classes =
        new Feed<>(
            stage.home(),
            Kind.of(StorageClass.class),
            Scope.fields("metadata.name=" + Names.STORAGE_CLASS),
            (_, _) -> changed.run());
  }

  /** Follows volumes from the first claim on. */
  boolean ready() {
    if (started.compareAndSet(false, true)) {
      volumes.start();
      classes.start();
    }
    return nodes.known() && volumes.synced() && classes.synced();
  }

  Claims rule() {
    boolean waits =
        virtualClass()
            .map(it -> "WaitForFirstConsumer".equals(it.getVolumeBindingMode()))
            .orElse(false);
    return new Claims(
        Names.STORAGE_CLASS,
        waits,
        new Claims.Offer(offers.storage(), offers.storageClass()),
        new Claims.Around(nodes::provider, this::provider));
  }

  private Optional<StorageClass> virtualClass() {
    return classes.get(Ref.cluster(Names.STORAGE_CLASS));
  }

  private Optional<String> provider(String volume) {
    return volumes.get(Ref.cluster(volume)).flatMap(Volumes::provider);
  }

  /** What becomes of the local claim. */
  void tell(PersistentVolumeClaim local, @Nullable PersistentVolumeClaim twin, Border border) {
    Optional<Claims.Answer> answer = rule().answer(local, border);
    if (answer.isPresent()) {
      stage.events().warn(local, answer.get().reason(), answer.get().why());
      release(local);
    } else if (twin != null && !isBound(local)) {
      pin(local);
    } else if (twin != null) {
      Claims.grown(local, twin).ifPresent(size -> grow(local, size));
    }
  }

  private static boolean isBound(PersistentVolumeClaim claim) {
    return claim.getSpec().getVolumeName() != null && !claim.getSpec().getVolumeName().isEmpty();
  }

  /** ST-4, T-19: the scheduler tries elsewhere. */
  private void release(PersistentVolumeClaim local) {
    Map<String, Object> metadata =
        Map.of(
            "uid",
            local.getMetadata().getUid(),
            "annotations",
            Collections.singletonMap(Annotations.SELECTED_NODE, null));
    stage.home().patch(CLAIMS, Ref.of(local), Patch.merge(Map.of("metadata", metadata)));
  }

  /** ST-5: the volume at home stands for the one there; the home cluster binds the claim to it. */
  private void pin(PersistentVolumeClaim local) {
    if (volumes.get(Ref.cluster(Volumes.name(local))).isPresent()) {
      return;
    }
    String reclaim = virtualClass().map(StorageClass::getReclaimPolicy).orElse("Delete");
    PersistentVolume wanted =
        new Volumes(Names.STORAGE_CLASS, reclaim).remote(local, stage.provider());
    try {
      volumes.seen(stage.home().create(VOLUMES, wanted));
    } catch (ApiFailure failure) {
      if (failure.is(Problem.EXISTS)) {
        return; // our own echo is on its way
      }
      stage.events().warn(local, Reasons.PROVISIONING_FAILED, failure.reason());
      throw failure;
    }
  }

  /** The volume there has grown: so has this one. */
  private void grow(PersistentVolumeClaim local, Quantity size) {
    Ref volume = Ref.cluster(local.getSpec().getVolumeName());
    Map<String, Object> capacity = Map.of("capacity", Map.of("storage", size));
    volumes.seen(stage.home().patch(VOLUMES, volume, Patch.merge(Map.of("spec", capacity))));
    stage.home().patch(CLAIMS, Ref.of(local), Patch.merge(Map.of("status", capacity)).to("status"));
  }

  private final class OnVolume implements Feed.Listener<PersistentVolume> {
    private final Runnable changed;

    OnVolume(Runnable changed) {
      this.changed = changed;
    }

    @Override
    public void changed(Ref ref, @Nullable PersistentVolume now) {
      if (now != null && isSpent(now) && stage.leads()) {
        Thread.ofVirtual().name("spent-volume").start(() -> remove(ref, now));
      }
    }

    @Override
    public void synced() {
      changed.run();
    }
  }

  /** A volume of ours whose claim is gone; what it stood for goes with the claim's twin. */
  private boolean isSpent(PersistentVolume volume) {
    boolean ours =
        Names.STORAGE_PROVISIONER.equals(
                Frozen.map(volume.getMetadata().getAnnotations()).get(Annotations.PROVISIONED_BY))
            && Volumes.provider(volume).equals(Optional.of(stage.provider()));
    return ours
        && volume.getMetadata().getDeletionTimestamp() == null
        && volume.getStatus() != null
        && "Released".equals(volume.getStatus().getPhase())
        && "Delete".equals(volume.getSpec().getPersistentVolumeReclaimPolicy());
  }

  private void remove(Ref ref, PersistentVolume volume) {
    try {
      volumes.delete(ref, volume.getMetadata().getUid(), null);
    } catch (ApiFailure failure) {
      // Seen again at the latest when this process starts anew; it keeps nothing but a name.
    }
  }

  @Override
  public void close() {
    volumes.close();
    classes.close();
  }
}
