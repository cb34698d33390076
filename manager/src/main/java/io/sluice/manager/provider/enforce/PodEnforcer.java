package io.sluice.manager.provider.enforce;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
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
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one pod for each ShadowPod (SP-1…SP-5). It needs no connection to the consumer: deleted or
 * evicted pods come back by the provider alone.
 */
public final class PodEnforcer implements Controller {
  private static final Kind<ShadowPod> SHADOWS = Kind.of(ShadowPod.class);
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final int WORKERS = 32;

  private final Api api;
  private final Feed<ShadowPod> shadows;
  private final Feed<Pod> pods;
  private final Loop<Ref> loop;

  /** Grace that was asked for on ShadowPods that are gone, until their pods are too (D-4). */
  private final Map<String, Long> graces = new ConcurrentHashMap<>();

  public PodEnforcer(Api api) {
    this.api = api;
    this.loop = new Loop<>("enforce", this::reconcile, Failures.logged("enforce"));
    this.shadows = new Feed<>(api, SHADOWS, Scope.ALL, new OnShadow());
    Scope ours = Scope.ALL.labels(Labels.MANAGED_BY + "=" + Labels.MANAGED_BY_SHADOW_POD);
    this.pods = new Feed<>(api, PODS, ours, (ref, _) -> loop.queue().add(ref));
  }

  @Override
  public void start() {
    shadows.start();
    pods.start();
    loop.start(WORKERS);
  }

  private final class OnShadow implements Feed.Listener<ShadowPod> {
    @Override
    public void changed(Ref ref, @Nullable ShadowPod now) {
      loop.queue().add(ref);
    }

    @Override
    public void gone(Ref ref, ShadowPod last) {
      Long grace = askedGrace(last);
      if (grace != null) {
        graces.put(last.getMetadata().getUid(), grace);
      }
      loop.queue().add(ref);
    }
  }

  private Next reconcile(Ref ref) {
    if (!shadows.synced() || !pods.synced()) {
      return Next.again(Duration.ofMillis(50));
    }
    Optional<ShadowPod> shadow = shadows.get(ref);
    Optional<Pod> pod = pods.get(ref);
    if (shadow.isEmpty()) {
      pod.ifPresent(orphan -> removeOrphan(ref, orphan));
    } else if (pod.isEmpty() && !isFinished(shadow.get())) {
      pods.seen(api.create(PODS, podOf(shadow.get())));
    }
    return Next.REST;
  }

  private void removeOrphan(Ref ref, Pod pod) {
    OwnerReference owner = owner(pod);
    if (owner == null || pod.getMetadata().getDeletionTimestamp() != null) {
      return;
    }
    if (Absence.proved(api, shadows, ref, owner.getUid())) {
      pods.delete(ref, pod.getMetadata().getUid(), graces.remove(owner.getUid()));
    }
  }

  private static boolean isFinished(ShadowPod shadow) {
    return shadow.getStatus() != null && shadow.getStatus().phase().isFinished();
  }

  private static Pod podOf(ShadowPod shadow) {
    ObjectMeta from = shadow.getMetadata();
    Map<String, String> labels = new LinkedHashMap<>(orEmpty(from.getLabels()));
    labels.put(Labels.MANAGED_BY, Labels.MANAGED_BY_SHADOW_POD);
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(from.getNamespace())
        .withName(from.getName())
        .withLabels(labels)
        .withAnnotations(orEmpty(from.getAnnotations()))
        .addNewOwnerReference()
        .withApiVersion(shadow.getApiVersion())
        .withKind(shadow.getKind())
        .withName(from.getName())
        .withUid(from.getUid())
        .withController(true)
        .withBlockOwnerDeletion(false)
        .endOwnerReference()
        .endMetadata()
        .withSpec(shadow.getSpec().pod())
        .build();
  }

  private static @Nullable OwnerReference owner(HasMetadata object) {
    for (OwnerReference owner : object.getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(owner.getController()) && owner.getKind().equals("ShadowPod")) {
        return owner;
      }
    }
    return null;
  }

  private static @Nullable Long askedGrace(ShadowPod shadow) {
    String asked = orEmpty(shadow.getMetadata().getAnnotations()).get(Annotations.DELETION_GRACE);
    return asked == null || !asked.matches("[0-9]{1,9}") ? null : Long.valueOf(asked);
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
    return map == null ? Map.of() : map;
  }

  @Override
  public void close() {
    shadows.close();
    pods.close();
    loop.close();
  }
}
