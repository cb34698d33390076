package io.sluice.kubelet.border;

import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapPhase;
import io.sluice.api.offloading.RemoteNamespace;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.time.WallClock;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.translate.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Answers the NamespaceMap of a provider that has nobody to answer it: a twin namespace is accepted
 * when it is given to us or may be made, and left without a trace when it is not wanted any more.
 */
public final class TwinNamespaces implements AutoCloseable {
  private static final Kind<NamespaceMap> MAPS = Kind.of(NamespaceMap.class);
  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final Duration SOON = Duration.ofMillis(500);

  private final Api home;
  private final BareNamespaces bare;
  private final Events events;
  private final Feed<NamespaceMap> maps;
  private final Loop<Ref> loop;

  public TwinNamespaces(Api home, Api remote, String tenantNamespace, BareNamespaces.Parties who) {
    this.home = home;
    this.bare = new BareNamespaces(remote, who);
    this.events = new Events(home, "sluice-kubelet", who.provider(), WallClock.ours());
    this.loop = new Loop<>("twin-namespaces", this::reconcile, Failures.logged("twin namespaces"));
    Scope outgoing =
        Scope.namespace(tenantNamespace)
            .labels(
                Labels.REMOTE_CLUSTER_ID
                    + "="
                    + who.provider()
                    + ","
                    + Labels.REPLICATION
                    + "=true");
    this.maps = new Feed<>(home, MAPS, outgoing, (ref, _) -> loop.queue().add(ref));
  }

  public void start() {
    maps.start();
    loop.start(1);
  }

  private Next reconcile(Ref ref) {
    @Nullable NamespaceMap map = maps.get(ref).orElse(null);
    if (map == null) {
      return Next.REST;
    }
    Map<String, String> desired = map.getSpec() == null ? Map.of() : map.getSpec().desiredMapping();
    Map<String, RemoteNamespace> current =
        map.getStatus() == null ? Map.of() : map.getStatus().currentMapping();
    Set<String> locals = new TreeSet<>(desired.keySet());
    locals.addAll(current.keySet());
    Map<String, @Nullable RemoteNamespace> answers = new HashMap<>();
    Next next = Next.REST;
    for (String local : locals) {
      @Nullable RemoteNamespace now = answer(map, local, desired.get(local), current.get(local));
      if (now == null ? current.containsKey(local) : !now.equals(current.get(local))) {
        answers.put(local, now);
      }
      next = sooner(next, now, desired.containsKey(local));
    }
    if (!answers.isEmpty()) {
      maps.seen(home.patch(MAPS, ref, patch(map, answers)));
    }
    return next;
  }

  /** What becomes of one entry; null when nothing of it is left. */
  private @Nullable RemoteNamespace answer(
      NamespaceMap map, String local, @Nullable String wanted, @Nullable RemoteNamespace was) {
    String held = was == null ? null : was.remoteNamespace();
    if (was != null && held != null && !held.equals(wanted)) {
      boolean announced = was.phase() == NamespaceMapPhase.TERMINATING;
      // First nobody may create anything there any more, then it is emptied.
      return announced && bare.leave(held)
          ? null
          : new RemoteNamespace(held, NamespaceMapPhase.TERMINATING);
    }
    if (wanted == null) {
      return null;
    }
    return switch (bare.enter(wanted)) {
      case Outcome.Ok<String> _ -> new RemoteNamespace(wanted, NamespaceMapPhase.ACCEPTED);
      case Outcome.Failed<String>(String why) -> {
        events.warn(map, Reasons.CREATION_LOOP_BACK_OFF, local + ": " + why);
        // Rights that are gone are no reason to abort what runs: only people take it back.
        yield was != null && was.phase() == NamespaceMapPhase.ACCEPTED
            ? was
            : new RemoteNamespace(wanted, NamespaceMapPhase.CREATION_LOOP_BACK_OFF);
      }
    };
  }

  private static Next sooner(Next next, @Nullable RemoteNamespace now, boolean wanted) {
    if (now == null) {
      return wanted ? Next.again(SOON) : next;
    }
    return switch (now.phase()) {
      case TERMINATING -> Next.again(SOON);
      case CREATION_LOOP_BACK_OFF -> next.equals(Next.REST) ? Next.again(AGAIN) : next;
      case ACCEPTED -> next;
      case null -> next;
    };
  }

  private static Patch patch(NamespaceMap map, Map<String, @Nullable RemoteNamespace> answers) {
    return Patch.merge(
            Map.of(
                "metadata",
                Map.of("uid", map.getMetadata().getUid()),
                "status",
                Map.of("currentMapping", answers)))
        .to("status");
  }

  @Override
  public void close() {
    maps.close();
    loop.close();
  }
}
