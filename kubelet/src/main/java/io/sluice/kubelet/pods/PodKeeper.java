package io.sluice.kubelet.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.engine.guard.Absence;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.border.Extension;
import io.sluice.kubelet.border.Extensions;
import io.sluice.translate.pod.twin.PodTwin;
import io.sluice.translate.pod.twin.Route;
import io.sluice.translate.pod.twin.Twin;
import io.sluice.translate.pod.twin.TwinContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Brings each pod of the virtual node to the provider and its status back. */
public final class PodKeeper implements AutoCloseable {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final int WORKERS = 32;
  private static final Duration SOON = Duration.ofMillis(50);

  private final Api home;
  private final Api remote;
  private final KubeletOptions options;
  private final Loop<Ref> loop;
  private final Feed<Pod> pods;
  private final Extensions extensions;
  private final Map<String, RemoteWorkload> workloads = new ConcurrentHashMap<>();
  private volatile boolean linkUp = true;

  public PodKeeper(Api home, Api remote, KubeletOptions options) {
    this.home = home;
    this.remote = remote;
    this.options = options;
    this.loop = new Loop<>("pods", this::reconcile, Failures.logged("pods"));
    Scope mine = Scope.fields("spec.nodeName=" + options.nodeName());
    this.pods = new Feed<>(home, PODS, mine, (ref, _) -> loop.queue().add(ref));
    this.extensions =
        new Extensions(
            home, options.peer().tenantNamespace(), options.peer().provider(), new OnExtension());
  }

  public void start() {
    pods.start();
    extensions.start();
    loop.start(WORKERS);
  }

  public void linkChanged(boolean reachable) {
    linkUp = reachable;
    pods.all().forEach(pod -> loop.queue().add(Ref.of(pod)));
  }

  private final class OnExtension implements Extensions.Listener {
    @Override
    public void started(Extension extension) {
      ShadowPods opened = open(extension);
      workloads.put(extension.local(), opened);
      opened.start(); // only now: its first news must find it
    }

    @Override
    public void stopped(Extension extension) {
      RemoteWorkload closed = workloads.remove(extension.local());
      if (closed != null) {
        closed.close();
      }
      enqueue(extension.local());
    }

    @Override
    public void known() {
      pods.all().forEach(pod -> loop.queue().add(Ref.of(pod)));
    }
  }

  private ShadowPods open(Extension extension) {
    return new ShadowPods(
        remote,
        extension,
        options.nodeName(),
        name -> loop.queue().add(new Ref(extension.local(), name)),
        () -> enqueue(extension.local()));
  }

  private void enqueue(String namespace) {
    pods.all().stream()
        .map(Ref::of)
        .filter(ref -> ref.namespace().equals(namespace))
        .forEach(loop.queue()::add);
    RemoteWorkload workload = workloads.get(namespace);
    if (workload != null) {
      workload.names().forEach(name -> loop.queue().add(new Ref(namespace, name)));
    }
  }

  private Next reconcile(Ref ref) {
    RemoteWorkload workload = workloads.get(ref.namespace());
    if (!pods.synced() || (workload != null && !workload.synced())) {
      return Next.again(SOON);
    }
    if (workload == null) {
      return Next.REST;
    }
    RemoteWorkload.Observed twin = workload.observe(ref.name());
    Optional<Pod> local = pods.get(ref);
    if (local.isEmpty()) {
      removeOrphan(ref, twin, workload);
    } else if (local.get().getMetadata().getDeletionTimestamp() != null) {
      end(ref, local.get(), twin, workload);
    } else if (twin.shadow().isEmpty()) {
      extensions
          .ofLocal(ref.namespace())
          .ifPresent(extension -> offload(local.get(), extension, workload));
    } else {
      twin.pod().ifPresent(pod -> reflect(ref, local.get(), pod));
    }
    return Next.REST;
  }

  private void removeOrphan(Ref ref, RemoteWorkload.Observed twin, RemoteWorkload workload) {
    if (twin.shadow().isEmpty()) {
      return;
    }
    ShadowPod shadow = twin.shadow().get();
    String uid = shadow.getMetadata().getAnnotations().get(Annotations.LOCAL_UID);
    if (uid != null && Absence.proved(home, pods, ref, uid)) {
      workload.delete(ref.name(), shadow.getMetadata().getUid());
    }
  }

  private void end(Ref ref, Pod local, RemoteWorkload.Observed twin, RemoteWorkload workload) {
    if (twin.shadow().isPresent()) {
      workload.delete(ref.name(), twin.shadow().get().getMetadata().getUid());
    } else if (twin.pod().isEmpty()) {
      pods.delete(ref, local.getMetadata().getUid(), 0L);
    } else {
      reflect(ref, local, twin.pod().get());
    }
  }

  private void offload(Pod local, Extension extension, RemoteWorkload workload) {
    Route route =
        new Route(
            options.peer().consumer(),
            options.peer().provider(),
            options.nodeName(),
            extension.twin());
    switch (PodTwin.of(local, TwinContext.plain(route))) {
      case Twin.Wanted(ShadowPod shadow) -> workload.create(shadow);
      case Twin.Refused refused -> throw new IllegalStateException(refused.message());
      case Twin.NotYet later -> throw new IllegalStateException(later.message());
    }
  }

  private void reflect(Ref ref, Pod local, Pod remotePod) {
    String phase = remotePod.getStatus().getPhase();
    if (phase == null || !linkUp || phase.equals(local.getStatus().getPhase())) {
      return;
    }
    Map<String, @Nullable Object> status = Json.tree(remotePod.getStatus());
    status.keySet().removeAll(List.of("qosClass", "observedGeneration", "hostIPs"));
    try {
      pods.seen(
          home.patch(
              PODS,
              ref,
              Patch.strategic(
                      Map.of(
                          "metadata",
                          Map.of("uid", local.getMetadata().getUid()),
                          "status",
                          status))
                  .to("status")));
    } catch (ApiFailure failure) {
      if (!failure.meansOtherUid()) {
        throw failure;
      }
    }
  }

  @Override
  public void close() {
    extensions.close();
    workloads.values().forEach(RemoteWorkload::close);
    pods.close();
    loop.close();
  }
}
