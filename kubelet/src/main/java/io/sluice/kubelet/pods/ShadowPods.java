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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The back end for providers that run Sluice: ShadowPods, and two watches per twin namespace once
 * something is there.
 */
public final class ShadowPods implements RemoteWorkload {
  private static final Kind<ShadowPod> SHADOWS = Kind.of(ShadowPod.class);
  private static final Kind<Pod> PODS = Kind.of(Pod.class);

  private final Api remote;
  private final String twin;
  private final String nodeName;
  private final Feed<ShadowPod> shadows;
  private final Feed<Pod> pods;

  /** Those of this virtual node; to ask each would be to read each. */
  private final Set<String> own = ConcurrentHashMap.newKeySet();

  public ShadowPods(Api remote, Extension extension, String nodeName, Workloads.News news) {
    this.remote = remote;
    this.twin = extension.twin();
    this.nodeName = nodeName;
    Scope scope = Scope.namespace(twin);
    this.shadows = new Feed<>(remote, SHADOWS, scope, new OnShadow(news)).packed().lazily();
    this.pods = new Feed<>(remote, PODS, scope, new OnTwin<>(news)).packed().lazily();
  }

  @Override
  public void start() {
    shadows.start();
    pods.start();
  }

  private class OnTwin<T extends HasMetadata> implements Feed.Listener<T> {
    private final Workloads.News news;

    OnTwin(Workloads.News news) {
      this.news = news;
    }

    @Override
    public void changed(Ref ref, @Nullable T now) {
      wake(); // what is there of one kind will be there of the other
      news.changed(ref.name());
    }

    @Override
    public void synced() {
      if (ShadowPods.this.synced()) {
        news.synced();
      }
    }
  }

  private final class OnShadow extends OnTwin<ShadowPod> {
    OnShadow(Workloads.News news) {
      super(news);
    }

    @Override
    public void changed(Ref ref, @Nullable ShadowPod now) {
      if (now != null && nodeName.equals(labels(now).get(Labels.NODE_NAME))) {
        own.add(ref.name());
      } else {
        own.remove(ref.name());
      }
      super.changed(ref, now);
    }
  }

  private void wake() {
    shadows.wake();
    pods.wake();
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
    return List.copyOf(own);
  }

  @Override
  public ShadowPod create(ShadowPod wanted) {
    wake();
    ShadowPod made = remote.create(SHADOWS, wanted);
    shadows.seen(made);
    return made;
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
  public boolean mendsItself() {
    return true;
  }

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
