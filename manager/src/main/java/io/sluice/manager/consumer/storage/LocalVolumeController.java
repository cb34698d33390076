package io.sluice.manager.consumer.storage;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.sluice.api.vocab.Names;
import io.sluice.engine.guard.Absence;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.translate.reflect.LocalClaims;
import io.sluice.translate.reflect.Volumes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Claims of the virtual class whose first pod stays in this cluster (ST-2):
 *
 * <ol>
 *   <li>a claim on the real class is made beside them, for the node that the scheduler chose
 *   <li>once that one has its volume, the same volume appears under the virtual class
 *   <li>when the virtual claim is gone, so is that volume, and the real claim follows
 * </ol>
 */
public final class LocalVolumeController implements Controller {
  private static final Kind<PersistentVolumeClaim> CLAIMS = Kind.of(PersistentVolumeClaim.class);
  private static final Kind<PersistentVolume> VOLUMES = Kind.of(PersistentVolume.class);

  private final Api api;
  private final ConsumerFeeds feeds;
  private final Feed<PersistentVolumeClaim> claims;
  private final Feed<PersistentVolume> volumes;
  private final Feed<StorageClass> classes;
  private final Loop<Ref> loop =
      new Loop<>("local-volumes", this::reconcile, Failures.logged("local volume"));

  public LocalVolumeController(Api api, ConsumerFeeds feeds) {
    this.api = api;
    this.feeds = feeds;
    this.claims = new Feed<>(api, CLAIMS, Scope.ALL, new OnClaim());
    this.volumes = new Feed<>(api, VOLUMES, Scope.ALL, (_, now) -> onVolume(now));
    this.classes =
        new Feed<>(
            api,
            Kind.of(StorageClass.class),
            Scope.fields("metadata.name=" + Names.STORAGE_CLASS),
            (_, _) -> all());
  }

  private final class OnClaim implements Feed.Listener<PersistentVolumeClaim> {
    @Override
    public void changed(Ref ref, @Nullable PersistentVolumeClaim now) {
      if (now == null || LocalClaims.isVirtual(now)) {
        loop.queue().add(ref);
      }
      LocalClaims.standsFor(now).ifPresent(key -> loop.queue().add(toRef(key)));
    }

    @Override
    public void synced() {
      all();
    }
  }

  private void onVolume(@Nullable PersistentVolume now) {
    if (now == null || now.getSpec().getClaimRef() == null) {
      return;
    }
    ObjectReference claim = now.getSpec().getClaimRef();
    Ref ref = new Ref(claim.getNamespace(), claim.getName());
    if (ref.namespace().equals(Names.STORAGE_NAMESPACE)) {
      claims
          .get(ref)
          .flatMap(LocalClaims::standsFor)
          .ifPresent(key -> loop.queue().add(toRef(key)));
    } else if (LocalClaims.isOurs(now)) {
      loop.queue().add(ref);
    }
  }

  private void all() {
    claims.all().stream()
        .filter(LocalClaims::isVirtual)
        .forEach(it -> loop.queue().add(Ref.of(it)));
    claims.all().stream()
        .flatMap(it -> LocalClaims.standsFor(it).stream())
        .forEach(key -> loop.queue().add(toRef(key)));
  }

  private static Ref toRef(LocalClaims.Key key) {
    return new Ref(key.namespace(), key.name());
  }

  @Override
  public void start() {
    Stream.of(claims, volumes, classes).forEach(Feed::start);
    loop.start(2);
  }

  private Next reconcile(Ref key) {
    if (!feeds.synced() || !Stream.of(claims, volumes, classes).allMatch(Feed::synced)) {
      return Next.REST;
    }
    Optional<PersistentVolumeClaim> claim = claims.get(key);
    String uid = claim.map(it -> it.getMetadata().getUid()).orElse("");
    bury(key, uid);
    claim.filter(this::isDue).ifPresent(this::provide);
    return Next.REST;
  }

  /**
   * The scheduler chose a real node, and nobody has provided the volume yet. A node is known to be
   * virtual before it exists, so that nothing is made here for a pod that goes elsewhere.
   */
  private boolean isDue(PersistentVolumeClaim claim) {
    String node = LocalClaims.selectedNode(claim);
    return LocalClaims.waits(claim)
        && feeds.nodes().get(Ref.cluster(node)).isEmpty()
        && feeds.virtualNodes().all().stream()
            .noneMatch(virtual -> virtual.getMetadata().getName().equals(node));
  }

  private void provide(PersistentVolumeClaim claim) {
    Ref real = new Ref(Names.STORAGE_NAMESPACE, claim.getMetadata().getUid());
    Optional<PersistentVolumeClaim> there = claims.get(real);
    if (there.isEmpty()) {
      claims.seen(api.create(CLAIMS, Volumes.real(claim, LocalClaims.selectedNode(claim), null)));
      return;
    }
    String volume = there.get().getSpec().getVolumeName();
    boolean provided = volumes.get(Ref.cluster(Volumes.name(claim))).isPresent();
    if (volume == null || volume.isEmpty() || provided) {
      return;
    }
    volumes
        .get(Ref.cluster(volume))
        .map(found -> new Volumes(Names.STORAGE_CLASS, reclaim()).local(claim, found))
        .ifPresent(wanted -> volumes.seen(api.create(VOLUMES, wanted)));
  }

  private String reclaim() {
    return classes
        .get(Ref.cluster(Names.STORAGE_CLASS))
        .map(StorageClass::getReclaimPolicy)
        .orElse("Delete");
  }

  /** What claims of this name left behind, except the one that is there now. */
  private void bury(Ref key, String living) {
    for (PersistentVolume volume : volumes.all()) {
      if (LocalClaims.isSpent(volume) && isOf(volume, key)) {
        volumes.delete(Ref.of(volume), volume.getMetadata().getUid(), null);
      }
    }
    List<PersistentVolumeClaim> orphans =
        claims.all().stream()
            .filter(
                it ->
                    LocalClaims.standsFor(it)
                        .map(LocalVolumeController::toRef)
                        .equals(Optional.of(key)))
            .filter(it -> !it.getMetadata().getName().equals(living))
            .filter(it -> it.getMetadata().getDeletionTimestamp() == null)
            .filter(it -> !isKept(it))
            .toList();
    for (PersistentVolumeClaim orphan : orphans) {
      if (Absence.proved(api, claims, key, orphan.getMetadata().getName())) {
        claims.delete(Ref.of(orphan), orphan.getMetadata().getUid(), null);
      }
    }
  }

  /** Its volume is still shown under the virtual class: in use, or retained on purpose. */
  private boolean isKept(PersistentVolumeClaim real) {
    return volumes
        .get(Ref.cluster(Volumes.NAME_PREFIX + real.getMetadata().getName()))
        .filter(volume -> volume.getMetadata().getDeletionTimestamp() == null)
        .isPresent();
  }

  private static boolean isOf(PersistentVolume volume, Ref claim) {
    ObjectReference of = volume.getSpec().getClaimRef();
    return of != null
        && claim.namespace().equals(of.getNamespace())
        && claim.name().equals(of.getName());
  }

  @Override
  public void close() {
    loop.close();
    Stream.of(claims, volumes, classes).forEach(Feed::close);
  }
}
