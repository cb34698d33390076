package io.sluice.manager.consumer.namespaces;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.policy.ClusterNamespaceOffloading;
import io.sluice.api.policy.ClusterNamespaceOffloadingStatus;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.guard.Absence;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.ConsumerFeeds.Topic;
import io.sluice.translate.namespaces.Wish;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives namespaces a NamespaceOffloading that do not have one of their own but carry the switch or
 * are selected by a cluster-wide rule (D-18), and takes it back when the wish ends. One that people
 * wrote is never touched.
 */
public final class NamespaceRuleController implements Controller {
  private static final Kind<NamespaceOffloading> OFFLOADINGS = Kind.of(NamespaceOffloading.class);
  private static final Kind<ClusterNamespaceOffloading> RULES =
      Kind.of(ClusterNamespaceOffloading.class);

  private sealed interface Key {
    record OfNamespace(String name) implements Key {}

    record OfRule(String name) implements Key {}
  }

  private final Api api;
  private final ConsumerFeeds feeds;
  private final Set<String> reserved;
  private final Events events;
  private final Loop<Key> loop;

  public NamespaceRuleController(
      Api api, ConsumerFeeds feeds, Set<String> reserved, Events events) {
    this.api = api;
    this.feeds = feeds;
    this.reserved = Set.copyOf(reserved);
    this.events = events;
    this.loop = new Loop<>("namespace-rules", this::reconcile, Failures.logged("namespace rule"));
    feeds.listen(this::changed);
  }

  private void changed(Topic topic, Ref ref) {
    switch (topic) {
      case NAMESPACE -> {
        loop.queue().add(new Key.OfNamespace(ref.name()));
        feeds.rules().all().forEach(this::enqueue);
      }
      case OFFLOADING -> loop.queue().add(new Key.OfNamespace(ref.namespace()));
      case RULE, SYNCED -> {
        feeds.namespaces().all().forEach(this::enqueue);
        feeds.rules().all().forEach(this::enqueue);
      }
      case MAP, VIRTUAL_NODE, NODE, FOREIGN_CLUSTER -> {}
    }
  }

  private void enqueue(Namespace namespace) {
    loop.queue().add(new Key.OfNamespace(namespace.getMetadata().getName()));
  }

  private void enqueue(ClusterNamespaceOffloading rule) {
    loop.queue().add(new Key.OfRule(rule.getMetadata().getName()));
  }

  @Override
  public void start() {
    loop.start(2);
  }

  private Next reconcile(Key key) {
    if (!feeds.synced()) {
      return Next.REST;
    }
    switch (key) {
      case Key.OfNamespace(String name) ->
          feeds.namespaces().get(Ref.cluster(name)).ifPresent(this::follow);
      case Key.OfRule(String name) -> feeds.rules().get(Ref.cluster(name)).ifPresent(this::report);
    }
    return Next.REST;
  }

  private void follow(Namespace namespace) {
    if (namespace.getMetadata().getDeletionTimestamp() != null) {
      return;
    }
    String name = namespace.getMetadata().getName();
    Optional<Wish> wish = Wish.of(namespace, feeds.rules().all(), reserved);
    Optional<NamespaceOffloading> there =
        feeds.offloadings().get(new Ref(name, Names.NAMESPACE_OFFLOADING));
    if (there.isEmpty()) {
      wish.ifPresent(wanted -> create(name, wanted));
      return;
    }
    NamespaceOffloading offloading = there.get();
    String source = source(offloading);
    if (source == null || offloading.getMetadata().getDeletionTimestamp() != null) {
      return;
    }
    if (wish.isPresent()) {
      align(offloading, source, wish.get());
    } else if (hasEnded(source)) {
      feeds.offloadings().delete(Ref.of(offloading), offloading.getMetadata().getUid(), null);
    }
  }

  private void create(String namespace, Wish wish) {
    NamespaceOffloading offloading = new NamespaceOffloading();
    offloading.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(Names.NAMESPACE_OFFLOADING)
            .addToAnnotations(Annotations.RESOURCE_CONTROLLED_BY, wish.source())
            .build());
    offloading.setSpec(wish.spec());
    try {
      feeds.offloadings().seen(api.create(OFFLOADINGS, offloading));
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.EXISTS)) {
        feeds
            .namespaces()
            .get(Ref.cluster(namespace))
            .ifPresent(it -> events.warn(it, Reasons.INVALID, failure.reason()));
        throw failure;
      }
    }
  }

  /** What may change follows; the names of twins may not, so that no data is lost. */
  private void align(NamespaceOffloading offloading, String source, Wish wish) {
    NamespaceOffloadingSpec now = offloading.getSpec();
    NamespaceOffloadingSpec wanted = wish.spec();
    if (now.namespaceMappingStrategy() != wanted.namespaceMappingStrategy()) {
      events.warn(
          offloading,
          Reasons.INVALID,
          wish.source() + " wants other names for twins; those that exist keep theirs");
    }
    boolean same =
        source.equals(wish.source())
            && now.podOffloadingStrategy() == wanted.podOffloadingStrategy()
            && Objects.equals(now.clusterSelector(), wanted.clusterSelector());
    if (same) {
      return;
    }
    Map<String, @Nullable Object> spec = new HashMap<>();
    spec.put("podOffloadingStrategy", wanted.podOffloadingStrategy());
    spec.put("clusterSelector", wanted.clusterSelector());
    Map<String, Object> metadata =
        Map.of(
            "uid", offloading.getMetadata().getUid(),
            "annotations", Map.of(Annotations.RESOURCE_CONTROLLED_BY, wish.source()));
    feeds
        .offloadings()
        .seen(
            api.patch(
                OFFLOADINGS,
                Ref.of(offloading),
                Patch.merge(Map.of("metadata", metadata, "spec", spec))));
  }

  /** Twins hold data: a rule that a list lacks is asked for once before they go (T-14). */
  private boolean hasEnded(String source) {
    Optional<String> rule = Wish.ruleOf(source);
    if (rule.isEmpty() || feeds.rules().get(Ref.cluster(rule.get())).isPresent()) {
      return true;
    }
    return Absence.ofName(api, RULES, Ref.cluster(rule.get()));
  }

  private void report(ClusterNamespaceOffloading rule) {
    int matched =
        (int)
            feeds.namespaces().all().stream()
                .filter(namespace -> Wish.selects(rule, ConsumerFeeds.labels(namespace)))
                .count();
    Long generation = rule.getMetadata().getGeneration();
    ClusterNamespaceOffloadingStatus before = rule.getStatus();
    ClusterNamespaceOffloadingStatus now =
        new ClusterNamespaceOffloadingStatus(
            matched, before == null ? List.of() : before.conditions(), generation);
    if (!now.equals(before)) {
      feeds
          .rules()
          .seen(
              api.patch(
                  RULES,
                  Ref.of(rule),
                  Patch.merge(
                          Map.of(
                              "metadata",
                              Map.of("uid", rule.getMetadata().getUid()),
                              "status",
                              now))
                      .to("status")));
    }
  }

  private static @Nullable String source(NamespaceOffloading offloading) {
    Map<String, String> annotations = offloading.getMetadata().getAnnotations();
    return annotations == null ? null : annotations.get(Annotations.RESOURCE_CONTROLLED_BY);
  }

  @Override
  public void close() {
    loop.close();
  }
}
