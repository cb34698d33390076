package io.sluice.manager.consumer.fencing;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Toleration;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.Silences;
import io.sluice.translate.pod.fence.GivingUp;
import io.sluice.translate.pod.fence.OnDisconnect;
import io.sluice.translate.pod.status.StatusBack;
import io.sluice.translate.pod.twin.NamespaceSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Follows the pods of namespaces that say {@code sluice.io/on-disconnect}. Kubernetes leaves them
 * on a virtual node that is away; this class ends them when the provider must have stopped them.
 * The manager does this and not the kubelet, because it is the manager's signs of life that keep
 * them running over there.
 */
public final class FencedPods implements Controller {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final int WORKERS = 8;
  private static final Duration SOON = Duration.ofMillis(200);

  private final Api api;
  private final ConsumerFeeds feeds;
  private final Silences silences;
  private final Events events;
  private final Clock clock;
  private final Map<String, Feed<Pod>> followed = new ConcurrentHashMap<>();
  private final Loop<Ref> pods = new Loop<>("fenced", this::look, Failures.logged("fenced"));
  private final Loop<String> namespaces =
      new Loop<>("fenced-namespaces", this::align, Failures.logged("fenced-namespaces"));

  public FencedPods(Api api, ConsumerFeeds feeds, Silences silences, Events events, Clock clock) {
    this.api = api;
    this.feeds = feeds;
    this.silences = silences;
    this.events = events;
    this.clock = clock;
    feeds.listen(
        (topic, ref) -> {
          if (topic == ConsumerFeeds.Topic.OFFLOADING) {
            namespaces.queue().add(ref.namespace());
          }
        });
  }

  @Override
  public void start() {
    namespaces.start(1);
    pods.start(WORKERS);
  }

  private Next align(String namespace) {
    boolean fenced = settings(namespace).containsKey(Annotations.ON_DISCONNECT);
    @Nullable Feed<Pod> known = followed.get(namespace);
    if (fenced && known == null) {
      Feed<Pod> feed =
          new Feed<>(api, PODS, Scope.namespace(namespace), (ref, _) -> pods.queue().add(ref));
      followed.put(namespace, feed);
      feed.start();
    } else if (fenced && known != null) {
      known.all().forEach(pod -> pods.queue().add(Ref.of(pod)));
    } else if (known != null) {
      followed.remove(namespace);
      known.close();
    }
    return Next.REST;
  }

  private Map<String, String> settings(String namespace) {
    return feeds
        .offloadings()
        .get(new Ref(namespace, Names.NAMESPACE_OFFLOADING))
        .map(offloading -> Frozen.map(offloading.getMetadata().getAnnotations()))
        .orElse(Map.of());
  }

  private Next look(Ref ref) {
    @Nullable Feed<Pod> feed = followed.get(ref.namespace());
    @Nullable Pod pod = feed == null ? null : feed.get(ref).orElse(null);
    if (feed == null || pod == null) {
      return Next.REST;
    }
    if (!feed.synced() || !feeds.synced()) {
      return Next.again(SOON);
    }
    Optional<String> provider = provider(pod);
    if (provider.isEmpty()) {
      return Next.REST;
    }
    Duration silence = silences.silenceOf(provider.get());
    return switch (GivingUp.decide(pod, policy(pod), silence)) {
      case GivingUp.Nothing _ -> Next.REST;
      case GivingUp.Look(Duration after) -> Next.again(after);
      case GivingUp.Tolerate(List<Toleration> tolerations) -> {
        feed.seen(
            api.patch(
                PODS,
                ref,
                Patch.merge(
                    Map.of(
                        "metadata", Map.of("uid", pod.getMetadata().getUid()),
                        "spec", Map.of("tolerations", tolerations)))));
        yield Next.again(SOON);
      }
      case GivingUp.GiveUp(Duration after) -> {
        silences.during(provider.get(), after, () -> giveUp(feed, pod, provider.get(), after));
        yield Next.again(SOON);
      }
    };
  }

  private OnDisconnect policy(Pod pod) {
    return new NamespaceSettings(settings(pod.getMetadata().getNamespace())).onDisconnect(pod);
  }

  /** Terminal first, or its controller waits for ever (T-3); then the name is free. */
  private void giveUp(Feed<Pod> feed, Pod pod, String provider, Duration after) {
    Ref ref = Ref.of(pod);
    String message =
        "%s has heard nothing from here for %d s and has stopped the pod"
            .formatted(provider, after.toSeconds());
    try {
      StatusBack.givenUp(pod, message, clock.instant())
          .ifPresent(patch -> feed.seen(api.patch(PODS, ref, Patch.strategic(patch).to("status"))));
      events.warn(pod, Reasons.PROVIDER_SILENT, message);
      feed.delete(ref, pod.getMetadata().getUid(), 0L);
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.NOT_FOUND) && !failure.meansOtherUid()) {
        throw failure;
      }
    }
  }

  /** The provider behind the virtual node that the pod is bound to, if it is one. */
  private Optional<String> provider(Pod pod) {
    String name = pod.getSpec().getNodeName();
    Optional<Node> node = name == null ? Optional.empty() : feeds.nodes().get(Ref.cluster(name));
    return node.map(it -> ConsumerFeeds.labels(it).get(Labels.REMOTE_CLUSTER_ID));
  }

  @Override
  public void close() {
    namespaces.close();
    followed.values().forEach(Feed::close);
    pods.close();
  }
}
