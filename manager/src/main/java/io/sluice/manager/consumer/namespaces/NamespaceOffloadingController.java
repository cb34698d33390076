package io.sluice.manager.consumer.namespaces;

import io.fabric8.kubernetes.api.model.Node;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.NamespaceOffloadingStatus;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.guard.Absence;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.Finalizing;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.ConsumerFeeds.Topic;
import io.sluice.translate.Outcome;
import io.sluice.translate.namespaces.Candidate;
import io.sluice.translate.namespaces.Extension;
import io.sluice.translate.namespaces.MapChanges;
import io.sluice.translate.namespaces.Retention;
import io.sluice.translate.namespaces.TwinNames;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Extends namespaces to providers (§5.1 to §5.3). For each namespace, from what is known at the
 * moment:
 *
 * <ol>
 *   <li>no NamespaceOffloading: take back what an earlier one left
 *   <li>it is being deleted: label off, entries off, wait for the twins to go, let it go
 *   <li>choose the twin's name and the providers; if either is impossible, say so, change nothing
 *   <li>write the entries into the providers' NamespaceMaps, and whose volumes outlive them (D-22)
 *   <li>switch admission on or off
 *   <li>say how far it got, and which pods stand where the strategy does not want them
 * </ol>
 */
public final class NamespaceOffloadingController implements Controller {
  private static final Kind<NamespaceOffloading> OFFLOADINGS = Kind.of(NamespaceOffloading.class);
  private static final Kind<NamespaceMap> MAPS = Kind.of(NamespaceMap.class);

  private final Api api;
  private final ConsumerFeeds feeds;
  private final String clusterId;
  private final AdmissionSwitch admission;
  private final StandingPods standingPods;
  private final Events events;
  private final Clock clock;
  private final Loop<String> loop;

  /** What the steps are done with, besides the cluster itself. */
  public record Parts(AdmissionSwitch admission, StandingPods standingPods, Events events) {}

  public NamespaceOffloadingController(
      Api api, ConsumerFeeds feeds, String clusterId, Parts parts, Clock clock) {
    this.api = api;
    this.feeds = feeds;
    this.clusterId = clusterId;
    this.admission = parts.admission();
    this.standingPods = parts.standingPods();
    this.events = parts.events();
    this.clock = clock;
    this.loop =
        new Loop<>("namespace-offloadings", this::reconcile, Failures.logged("extend namespace"));
    feeds.listen(this::changed);
  }

  /** NS-4: own changes, and whatever changes the providers to choose from or their answers. */
  private void changed(Topic topic, Ref ref) {
    switch (topic) {
      case OFFLOADING -> loop.queue().add(ref.namespace());
      case NAMESPACE -> loop.queue().add(ref.name());
      case MAP, VIRTUAL_NODE, NODE, RULE, SYNCED -> enqueueAll();
      case FOREIGN_CLUSTER -> {}
    }
  }

  private void enqueueAll() {
    feeds.offloadings().all().forEach(it -> loop.queue().add(it.getMetadata().getNamespace()));
    feeds.maps().all().stream()
        .filter(map -> map.getSpec() != null)
        .flatMap(map -> map.getSpec().desiredMapping().keySet().stream())
        .forEach(loop.queue()::add);
  }

  @Override
  public void start() {
    loop.start(4);
  }

  private Next reconcile(String namespace) {
    if (!feeds.synced()) {
      return Next.REST;
    }
    Optional<NamespaceOffloading> known = feeds.offloadings().get(ref(namespace));
    if (known.isEmpty()) {
      return forget(namespace);
    }
    NamespaceOffloading offloading = known.get();
    return offloading.getMetadata().getDeletionTimestamp() == null
        ? extend(namespace, offloading)
        : withdraw(namespace, offloading);
  }

  private Next extend(String namespace, NamespaceOffloading offloading) {
    NamespaceOffloading _ =
        Finalizing.add(api, OFFLOADINGS, offloading, Finalizers.NAMESPACE_OFFLOADING);
    Outcome<String> twin =
        TwinNames.of(
            offloading.getSpec().namespaceMappingStrategy(),
            offloading.getSpec().remoteNamespaceName(),
            namespace,
            clusterId);
    Outcome<Set<String>> providers =
        Candidate.selected(candidates(), offloading.getSpec().clusterSelector());
    if (twin instanceof Outcome.Failed<String>(String why)) {
      return refuse(offloading, why);
    }
    if (providers instanceof Outcome.Failed<Set<String>>(String why)) {
      return refuse(offloading, why);
    }
    if (twin instanceof Outcome.Ok<String>(String name)
        && providers instanceof Outcome.Ok<Set<String>>(Set<String> selected)) {
      write(
          namespace, name, MapChanges.of(namespace, name, selected, judged(), feeds.maps().all()));
      Next next = admission.align(offloading);
      if (!next.equals(Next.REST)) {
        reportUntilPodsArePlaced(offloading, name);
        return next;
      }
      Next pods = standingPods.answer(offloading);
      report(offloading, name, offloading.getMetadata().getGeneration());
      return pods;
    }
    throw new IllegalStateException("an outcome is either");
  }

  private Next refuse(NamespaceOffloading offloading, String why) {
    events.warn(offloading, Reasons.INVALID, why + "; nothing is changed");
    return Next.REST;
  }

  private Next withdraw(String namespace, NamespaceOffloading offloading) {
    if (!Finalizing.has(offloading, Finalizers.NAMESPACE_OFFLOADING)) {
      return Next.REST;
    }
    admission.off(namespace);
    write(namespace, "", MapChanges.none(namespace, feeds.maps().all()));
    NamespaceOffloadingStatus status = offloading.getStatus();
    String twin = status == null ? null : status.remoteNamespaceName();
    NamespaceOffloading now =
        report(offloading, twin == null ? "" : twin, offloading.getMetadata().getGeneration());
    if (Extension.of(namespace, feeds.maps().all()).isGone()) {
      Finalizing.remove(api, OFFLOADINGS, now, Finalizers.NAMESPACE_OFFLOADING);
    }
    return Next.REST;
  }

  /** Entries without a NamespaceOffloading: it was torn out, or its namespace was. */
  private Next forget(String namespace) {
    MapChanges left = MapChanges.none(namespace, feeds.maps().all());
    boolean tornOut = !left.unwanted().isEmpty() && isCertainlyGone(namespace);
    if (tornOut) {
      write(namespace, "", left);
    }
    // A label that a user set in advance (NS-3) is not ours to take away.
    if (tornOut || admission.isPending(namespace)) {
      admission.off(namespace);
    }
    return Next.REST;
  }

  /** Twins hold data: what a list lacks is asked for once before they go (T-14). */
  private boolean isCertainlyGone(String namespace) {
    return Absence.ofName(api, OFFLOADINGS, ref(namespace));
  }

  private List<Candidate> candidates() {
    return feeds.virtualNodes().all().stream()
        .map(virtualNode -> Candidate.of(virtualNode, node(virtualNode)))
        .toList();
  }

  /** Providers whose virtual nodes can all be judged by the labels that they really have. */
  private Set<String> judged() {
    Map<String, Boolean> complete = new HashMap<>();
    for (VirtualNode virtualNode : feeds.virtualNodes().all()) {
      boolean settled =
          node(virtualNode) != null || Boolean.FALSE.equals(virtualNode.getSpec().createNode());
      complete.merge(
          String.valueOf(virtualNode.getSpec().clusterID()), settled, Boolean::logicalAnd);
    }
    return complete.entrySet().stream()
        .filter(Map.Entry::getValue)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private @Nullable Node node(VirtualNode virtualNode) {
    return feeds.nodes().get(Ref.cluster(virtualNode.getMetadata().getName())).orElse(null);
  }

  /** One refused map does not stop the others; the first failure is the one that is told. */
  private void write(String namespace, String twin, MapChanges changes) {
    @Nullable ApiFailure first = null;
    for (NamespaceMap map : feeds.maps().all()) {
      String provider = map.getMetadata().getName();
      boolean wanted = changes.wanted().contains(provider);
      Map<String, Object> patch = new HashMap<>();
      if (wanted || changes.unwanted().contains(provider)) {
        patch.put("spec", entry(namespace, wanted ? twin : null));
      }
      String kept = Retention.of(map, feeds.offloadings().all(), wanted ? namespace : null);
      if (!kept.equals(Retention.text(Retention.wanted(map)))) {
        patch.put("metadata", Map.of("annotations", Map.of(Annotations.PVC_RETENTION, kept)));
      }
      if (patch.isEmpty()) {
        continue;
      }
      try {
        feeds.maps().seen(api.patch(MAPS, Ref.of(map), Patch.merge(patch)));
      } catch (ApiFailure failure) {
        first = first == null ? failure : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private static Map<String, Object> entry(String namespace, @Nullable String twin) {
    Map<String, @Nullable String> mapping = new HashMap<>();
    mapping.put(namespace, twin);
    return Map.of("desiredMapping", mapping);
  }

  private static long answered(NamespaceOffloading offloading) {
    NamespaceOffloadingStatus status = offloading.getStatus();
    Long generation = status == null ? null : status.observedGeneration();
    return generation == null ? 0 : generation;
  }

  private void reportUntilPodsArePlaced(NamespaceOffloading offloading, String twin) {
    write(offloading, Extension.untilPodsArePlaced(status(offloading, twin, answered(offloading))));
  }

  private NamespaceOffloading report(NamespaceOffloading offloading, String twin, long generation) {
    return write(offloading, status(offloading, twin, generation));
  }

  private NamespaceOffloadingStatus status(
      NamespaceOffloading offloading, String twin, long generation) {
    String namespace = offloading.getMetadata().getNamespace();
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return Extension.of(namespace, feeds.maps().all())
        .status(
            twin,
            offloading.getMetadata().getDeletionTimestamp() != null,
            generation,
            offloading.getStatus(),
            now);
  }

  private NamespaceOffloading write(
      NamespaceOffloading offloading, NamespaceOffloadingStatus status) {
    if (status.equals(offloading.getStatus())) {
      return offloading;
    }
    // As a whole, because entries of maps that are gone have to go too.
    List<Map<String, Object>> body =
        List.of(
            Map.of("op", "test", "path", "/metadata/uid", "value", uid(offloading)),
            Map.of("op", "add", "path", "/status", "value", status));
    NamespaceOffloading written =
        api.patch(OFFLOADINGS, Ref.of(offloading), Patch.json(body).to("status"));
    feeds.offloadings().seen(written);
    return written;
  }

  private static String uid(NamespaceOffloading offloading) {
    return offloading.getMetadata().getUid();
  }

  private static Ref ref(String namespace) {
    return new Ref(namespace, Names.NAMESPACE_OFFLOADING);
  }

  @Override
  public void close() {
    loop.close();
  }
}
