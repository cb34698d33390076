package io.sluice.manager.provider.enforce;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The Pod Security levels of twin namespaces (D-14). Kubernetes refuses by them and tells nobody
 * when it would not any more: this is what tells.
 */
final class Levels implements Controller {
  /** The API server itself learns a new level a moment after it is written. */
  private static final Duration FRESH = Duration.ofSeconds(10);

  private final Feed<Namespace> namespaces;
  private final Clock clock;
  private final Consumer<String> changed;
  private final Map<String, String> known = new ConcurrentHashMap<>();
  private final Map<String, Instant> fresh = new ConcurrentHashMap<>();

  /**
   * @param changed told the name of a namespace that has another level than before
   */
  Levels(Api api, Clock clock, Consumer<String> changed) {
    this.clock = clock;
    this.changed = changed;
    this.namespaces =
        new Feed<>(
                api,
                Kind.of(Namespace.class),
                Scope.ALL.labels(Labels.REMOTE_CLUSTER_ID),
                this::note)
            .keeping(Levels::identityOnly);
  }

  private static Namespace identityOnly(Namespace whole) {
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(whole.getMetadata().getName())
        .withUid(whole.getMetadata().getUid())
        .withResourceVersion(whole.getMetadata().getResourceVersion())
        .endMetadata()
        .build();
  }

  private void note(Ref ref, @Nullable Namespace now) {
    if (now == null) {
      known.remove(ref.name());
      fresh.remove(ref.name());
      return;
    }
    Map<String, String> labels = Frozen.map(now.getMetadata().getLabels());
    String level =
        List.of(Labels.POD_SECURITY_ENFORCE, Labels.POD_SECURITY_ENFORCE_VERSION).stream()
            .map(key -> labels.getOrDefault(key, ""))
            .toList()
            .toString();
    @Nullable String before = known.put(ref.name(), level);
    if (before != null && !before.equals(level)) {
      fresh.put(ref.name(), clock.instant());
      changed.accept(ref.name());
    }
  }

  /** Whether a refusal may still be by the level that held before. */
  boolean isFresh(String namespace) {
    @Nullable Instant since = fresh.get(namespace);
    return since != null && clock.instant().isBefore(since.plus(FRESH));
  }

  @Override
  public void start() {
    namespaces.start();
  }

  @Override
  public void close() {
    namespaces.close();
  }
}
