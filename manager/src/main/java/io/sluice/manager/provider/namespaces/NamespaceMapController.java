package io.sluice.manager.provider.namespaces;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapPhase;
import io.sluice.api.offloading.RemoteNamespace;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.Finalizing;
import io.sluice.translate.namespaces.TwinStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fulfils the NamespaceMaps of consumers (§5.4). For each map:
 *
 * <ol>
 *   <li>hold it by our finalizer as long as it has twins
 *   <li>plan one step per entry: create, repair, keep, delete, release, wait or refuse
 *   <li>take the steps; one that fails leaves the others alone
 *   <li>say in the status how far each twin got
 *   <li>let the map go when it is deleted and no twin is left
 * </ol>
 */
public final class NamespaceMapController implements Controller {
  private static final Logger LOG = LoggerFactory.getLogger(NamespaceMapController.class);
  private static final Kind<NamespaceMap> MAPS = Kind.of(NamespaceMap.class);

  /** A conflict ends when somebody deletes a namespace, which we see; this is for the rest. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(60);

  /** Pods end in their own time, and nobody tells us. */
  private static final Duration EMPTYING = Duration.ofSeconds(1);

  private final Api api;
  private final Events events;
  private final Loop<Ref> loop =
      new Loop<>("namespace-maps", this::reconcile, Failures.logged("namespace-maps"));

  private final Feed<NamespaceMap> maps;
  private final Feed<Namespace> namespaces;
  private final Feed<RoleBinding> bindings;
  private final Feed<ResourceQuota> quotas;
  private final Feed<Tenant> tenants;
  private final Feed<TenantPolicy> policies;
  private final Feed<ResourceSlice> slices;
  private final Feed<ValidatingAdmissionPolicyBinding> guards;
  private final TwinWorks works;
  private final TwinRules rules;

  /**
   * @param cluster this cluster's ID
   * @param systemNamespace where Sluice lives
   */
  public NamespaceMapController(Api api, Events events, String cluster, String systemNamespace) {
    this.api = api;
    this.events = events;
    String replicated = Labels.REPLICATED + "=" + Labels.TRUE + "," + Labels.ORIGIN_ID;
    String ours = Labels.APP_MANAGED_BY + "=" + Labels.APP_MANAGED_BY_SLUICE;
    this.maps = feed(NamespaceMap.class, Scope.ALL.labels(replicated), (ref, now) -> enqueue(ref));
    this.namespaces = feed(Namespace.class, Scope.ALL, new NamespaceListener());
    this.bindings = feed(RoleBinding.class, Scope.ALL.labels(ours), (ref, now) -> twin(ref));
    this.quotas = feed(ResourceQuota.class, Scope.ALL.labels(ours), (ref, now) -> twin(ref));
    this.tenants = feed(Tenant.class, Scope.ALL, (ref, now) -> inNamespace(ref.namespace()));
    this.policies = feed(TenantPolicy.class, Scope.ALL, (ref, now) -> all());
    this.slices =
        feed(
            ResourceSlice.class,
            Scope.ALL.labels(replicated),
            (ref, now) -> inNamespace(ref.namespace()));
    this.guards =
        feed(ValidatingAdmissionPolicyBinding.class, Scope.ALL.labels(ours), (ref, now) -> all());
    this.works =
        new TwinWorks(
            new Fixture(api, namespaces, bindings, new Limits(api, quotas, systemNamespace)),
            new Emptying(api));
    this.rules = new TwinRules(cluster, tenants, policies, slices, guards);
  }

  private <T extends HasMetadata> Feed<T> feed(
      Class<T> type, Scope scope, Feed.Listener<T> listener) {
    return new Feed<>(api, Kind.of(type), scope, listener);
  }

  /** A namespace concerns the map whose twin it is and those that want its name. */
  private final class NamespaceListener implements Feed.Listener<Namespace> {
    @Override
    public void changed(Ref ref, @Nullable Namespace now) {
      Fixture.mapOf(now).ifPresent(NamespaceMapController.this::enqueue);
      maps.all().stream()
          .filter(map -> map.getSpec() != null)
          .filter(map -> map.getSpec().desiredMapping().containsValue(ref.name()))
          .forEach(map -> enqueue(Ref.of(map)));
    }

    @Override
    public void gone(Ref ref, Namespace last) {
      changed(ref, last);
    }
  }

  private void enqueue(Ref map) {
    loop.queue().add(map);
  }

  private void twin(Ref inTwin) {
    Fixture.mapOf(namespaces.get(Ref.cluster(inTwin.namespace())).orElse(null))
        .ifPresent(this::enqueue);
  }

  private void inNamespace(String tenantNamespace) {
    maps.all().stream()
        .map(Ref::of)
        .filter(ref -> ref.namespace().equals(tenantNamespace))
        .forEach(this::enqueue);
  }

  private void all() {
    maps.all().forEach(map -> enqueue(Ref.of(map)));
  }

  private List<Feed<?>> feeds() {
    return List.of(maps, namespaces, bindings, quotas, tenants, policies, slices, guards);
  }

  @Override
  public void start() {
    feeds().forEach(Feed::start);
    loop.start(4);
  }

  private Next reconcile(Ref key) {
    if (!feeds().stream().allMatch(Feed::synced)) {
      return Next.again(Duration.ofMillis(50));
    }
    Optional<NamespaceMap> found = maps.get(key);
    if (found.isEmpty()) {
      return Next.REST;
    }
    NamespaceMap map = hold(found.get());
    TwinRules.Given given = rules.given(map);
    Map<String, Namespace> existing = new HashMap<>();
    namespaces.all().forEach(each -> existing.put(each.getMetadata().getName(), each));
    List<Outcome> outcomes = new ArrayList<>();
    for (TwinStep step : given.twins().plan(map, existing, given.retained(map, existing))) {
      outcomes.add(take(step, map, given));
    }
    NamespaceMap written = say(map, outcomes);
    letGo(written);
    return next(outcomes);
  }

  /** What came of one step. */
  private record Outcome(
      TwinStep step, Optional<NamespaceMapPhase> phase, @Nullable RuntimeException failure) {}

  private Outcome take(TwinStep step, NamespaceMap map, TwinRules.Given given) {
    @Nullable RemoteNamespace was =
        map.getStatus() == null ? null : map.getStatus().currentMapping().get(step.local());
    @Nullable NamespaceMapPhase before = was == null ? null : was.phase();
    try {
      boolean done = works.take(step, given);
      if (step instanceof TwinStep.Conflict(String local, String remote, String why)) {
        events.warn(map, Reasons.CREATION_LOOP_BACK_OFF, local + " -> " + remote + ": " + why);
      }
      return new Outcome(step, done ? step.phase(false, before) : notYet(step, before), null);
    } catch (ApiFailure failure) {
      if (failure.problem().permanent()) {
        events.warn(map, Reasons.CREATION_LOOP_BACK_OFF, step.remote() + ": " + failure.reason());
      }
      return new Outcome(step, step.phase(true, before), failure);
    }
  }

  /** Neither done nor failed: what was said last still holds. */
  private static Optional<NamespaceMapPhase> notYet(
      TwinStep step, @Nullable NamespaceMapPhase before) {
    return step instanceof TwinStep.Release
        ? Optional.of(NamespaceMapPhase.TERMINATING)
        : Optional.ofNullable(before);
  }

  private static Next next(List<Outcome> outcomes) {
    for (Outcome outcome : outcomes) {
      if (outcome.failure() != null) {
        throw outcome.failure();
      }
    }
    if (outcomes.stream().anyMatch(outcome -> outcome.step() instanceof TwinStep.Release)) {
      return Next.again(EMPTYING);
    }
    return outcomes.stream().anyMatch(outcome -> outcome.step() instanceof TwinStep.Conflict)
        ? Next.again(LOOK_AGAIN)
        : Next.REST;
  }

  private NamespaceMap say(NamespaceMap map, List<Outcome> outcomes) {
    Map<String, RemoteNamespace> before =
        map.getStatus() == null ? Map.of() : map.getStatus().currentMapping();
    Map<String, @Nullable Object> changed = new HashMap<>();
    for (Outcome outcome : outcomes) {
      String local = outcome.step().local();
      @Nullable RemoteNamespace now =
          outcome
              .phase()
              .map(phase -> new RemoteNamespace(outcome.step().remote(), phase))
              .orElse(null);
      if (now == null ? before.containsKey(local) : !now.equals(before.get(local))) {
        changed.put(local, now);
      }
    }
    if (changed.isEmpty()) {
      return map;
    }
    LOG.atInfo().addKeyValue("map", Ref.of(map)).addKeyValue("twins", changed).log("twins moved");
    return sayStatus(map, changed);
  }

  /** Before anything is made: a map that is gone can't say what it had. */
  private NamespaceMap hold(NamespaceMap map) {
    if (map.getMetadata().getDeletionTimestamp() != null) {
      return map;
    }
    NamespaceMap held = Finalizing.add(api, MAPS, map, Finalizers.NAMESPACE_MAP);
    maps.seen(held);
    return held;
  }

  private void letGo(NamespaceMap map) {
    boolean over =
        map.getMetadata().getDeletionTimestamp() != null
            && (map.getStatus() == null || map.getStatus().currentMapping().isEmpty());
    if (over) {
      Finalizing.remove(api, MAPS, map, Finalizers.NAMESPACE_MAP);
    }
  }

  private NamespaceMap sayStatus(NamespaceMap map, Map<String, @Nullable Object> mapping) {
    Map<String, Object> body = Map.of("status", Map.of("currentMapping", mapping));
    Patch patch = Patch.merge(body).as(Names.FIELD_MANAGER_NAMESPACES).to("status");
    NamespaceMap written = api.patch(MAPS, Ref.of(map), patch);
    maps.seen(written);
    return written;
  }

  @Override
  public void close() {
    loop.close();
    feeds().forEach(Feed::close);
  }
}
