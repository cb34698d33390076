package io.sluice.kubelet.pods;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.kubelet.border.Extension;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The back end for providers that run Sluice: ShadowPods, and two watches per twin namespace. */
public final class ShadowPods implements RemoteWorkload {
  private static final Kind<ShadowPod> SHADOWS = Kind.of(ShadowPod.class);
  private static final Kind<Pod> PODS = Kind.of(Pod.class);

  private final Api remote;
  private final String twin;
  private final String nodeName;
  private final Feed<ShadowPod> shadows;
  private final Feed<Pod> pods;

  public ShadowPods(Api remote, Extension extension, String nodeName, Workloads.News news) {
    this.remote = remote;
    this.twin = extension.twin();
    this.nodeName = nodeName;
    Scope scope = Scope.namespace(twin);
    this.shadows = new Feed<>(remote, SHADOWS, scope, this.<ShadowPod>listener(news)).packed();
    this.pods = new Feed<>(remote, PODS, scope, this.<Pod>listener(news)).packed();
  }

  @Override
  public void start() {
    shadows.start();
    pods.start();
  }

  private <T extends HasMetadata> Feed.Listener<T> listener(Workloads.News news) {
    return new Feed.Listener<>() {
      @Override
      public void changed(Ref ref, @Nullable T now) {
        news.changed(ref.name());
      }

      @Override
      public void synced() {
        if (ShadowPods.this.synced()) {
          news.synced();
        }
      }
    };
  }

  @Override
  public boolean synced() {
    return shadows.synced() && pods.synced();
  }

  @Override
  public Observed observe(String name) {
    Ref ref = new Ref(twin, name);
    return new Observed(shadows.get(ref), pods.get(ref));
  }

  @Override
  public List<String> names() {
    return shadows.all().stream()
        .filter(shadow -> nodeName.equals(labels(shadow).get(Labels.NODE_NAME)))
        .map(shadow -> shadow.getMetadata().getName())
        .toList();
  }

  @Override
  public void create(ShadowPod wanted) {
    shadows.seen(remote.create(SHADOWS, wanted));
  }

  @Override
  public void update(String name, String uid, Map<String, Object> change) {
    Map<String, Object> body = new LinkedHashMap<>(change);
    body.merge("metadata", Map.of("uid", uid), ShadowPods::union);
    shadows.seen(remote.patch(SHADOWS, new Ref(twin, name), Patch.merge(body)));
  }

  /** The enforcer does. */
  @Override
  public void mend(ShadowPod wanted) {}

  @Override
  public String twinOf(String pod) {
    return pod;
  }

  @Override
  public void delete(String name, String uid) {
    shadows.delete(new Ref(twin, name), uid, null);
  }

  private static Object union(Object metadata, Object precondition) {
    Map<Object, Object> both = new LinkedHashMap<>((Map<?, ?>) metadata);
    both.putAll((Map<?, ?>) precondition);
    return both;
  }

  private static Map<String, String> labels(HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  @Override
  public void close() {
    shadows.close();
    pods.close();
  }
}
