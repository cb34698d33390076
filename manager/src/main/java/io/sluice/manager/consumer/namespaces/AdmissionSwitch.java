package io.sluice.manager.consumer.namespaces;

import io.fabric8.kubernetes.api.model.Namespace;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.work.Next;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.admission.PlacementProbe;
import io.sluice.translate.namespaces.Wish;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Switches admission of a namespace on and off by its label (NS-3). On goes in two steps: first the
 * API server is asked, by a pod that is never stored, whether it knows the NamespaceOffloading
 * already; only then everybody's pods depend on it (T-31). It is on when an ordinary pod would be
 * placed.
 */
public final class AdmissionSwitch {
  private static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);
  private static final Duration ASK_AGAIN = Duration.ofMillis(200);

  /** By then every API server knows; our question is refused for a reason of its own. */
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

  private final Api api;
  private final ConsumerFeeds feeds;
  private final Set<String> reserved;
  private final InstantSource clock;
  private final Map<String, Instant> asking = new ConcurrentHashMap<>();

  public AdmissionSwitch(Api api, ConsumerFeeds feeds, Set<String> reserved, InstantSource clock) {
    this.api = api;
    this.feeds = feeds;
    this.reserved = Set.copyOf(reserved);
    this.clock = clock;
  }

  /** Brings the label closer to what the strategy wants; REST when it is there. */
  public Next align(NamespaceOffloading offloading) {
    Optional<Namespace> known = namespace(offloading.getMetadata().getNamespace());
    if (known.isEmpty() || known.get().getMetadata().getDeletionTimestamp() != null) {
      return Next.REST;
    }
    Namespace namespace = known.get();
    if (offloading.getSpec().podOffloadingStrategy() == PodOffloadingStrategy.LOCAL) {
      // Where a label or a rule would place pods otherwise, absence is not enough to say no.
      boolean wished = Wish.of(namespace, feeds.rules().all(), reserved).isPresent();
      set(namespace, wished ? Labels.FALSE : null);
      return Next.REST;
    }
    if (!Labels.TRUE.equals(label(namespace))) {
      set(namespace, Labels.SCHEDULING_PENDING);
      asking.putIfAbsent(name(namespace), clock.instant());
      if (!hasWaited(namespace) && !PlacementProbe.answers(api, name(namespace))) {
        return Next.again(ASK_AGAIN);
      }
      set(namespace(name(namespace)).orElse(namespace), Labels.TRUE);
    }
    return confirm(namespace);
  }

  /** The server looks at namespaces in a cache too: ready is when anybody's pod is placed. */
  private Next confirm(Namespace namespace) {
    if (asking.containsKey(name(namespace))
        && !hasWaited(namespace)
        && !PlacementProbe.places(api, name(namespace))) {
      return Next.again(ASK_AGAIN);
    }
    asking.remove(name(namespace));
    return Next.REST;
  }

  private boolean hasWaited(Namespace namespace) {
    Instant since = asking.getOrDefault(name(namespace), Instant.MIN);
    return since.plus(LONG_ENOUGH).isBefore(clock.instant());
  }

  /** Takes the label away, whatever it says. */
  public void off(String namespace) {
    asking.remove(namespace);
    namespace(namespace).ifPresent(known -> set(known, null));
  }

  /** Whether we, and nobody else, were about to switch it on. */
  public boolean isPending(String namespace) {
    return namespace(namespace).map(AdmissionSwitch::label).stream()
        .anyMatch(Labels.SCHEDULING_PENDING::equals);
  }

  private void set(Namespace namespace, @Nullable String value) {
    String now = label(namespace);
    if (value == null ? now == null : value.equals(now)) {
      return;
    }
    Map<String, @Nullable String> labels = new HashMap<>();
    labels.put(Labels.SCHEDULING_ENABLED, value);
    feeds
        .namespaces()
        .seen(
            api.patch(
                NAMESPACES,
                Ref.of(namespace),
                Patch.merge(
                    Map.of(
                        "metadata",
                        Map.of("uid", namespace.getMetadata().getUid(), "labels", labels)))));
  }

  private Optional<Namespace> namespace(String name) {
    return feeds.namespaces().get(Ref.cluster(name));
  }

  private static @Nullable String label(Namespace namespace) {
    return ConsumerFeeds.labels(namespace).get(Labels.SCHEDULING_ENABLED);
  }

  private static String name(Namespace namespace) {
    return namespace.getMetadata().getName();
  }
}
