package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.kubelet.border.Extension;
import io.sluice.translate.reflect.Border;
import io.sluice.translate.reflect.EventsBack;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the provider says about twins is said again about the local objects (§3.12), once; like any
 * event it ends by its age. Only warnings are asked for, unless all are wanted.
 */
final class RemoteEvents implements AutoCloseable {
  private static final Kind<Event> EVENTS = Kind.of(Event.class);
  private static final Duration SOON = Duration.ofMillis(100);
  private static final int REMEMBERED = 4096;

  private final Stage stage;
  private final EventsBack rule;
  private final BiFunction<String, Ref, Optional<? extends HasMetadata>> locals;
  private final Function<Ref, String> podNames;
  private final Loop<Ref> loop;
  private final Map<String, Source> sources = new ConcurrentHashMap<>();
  private final Map<String, Boolean> told =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > REMEMBERED;
        }
      };

  private record Source(Extension extension, Feed<Event> feed) {}

  /**
   * @param locals the local object of a kind and name, if this virtual node speaks for it
   * @param podNames what the pod of a local namespace and a remote name is called at home
   */
  RemoteEvents(
      Stage stage,
      EventsBack rule,
      BiFunction<String, Ref, Optional<? extends HasMetadata>> locals,
      Function<Ref, String> podNames) {
    this.podNames = podNames;
    this.stage = stage;
    this.rule = rule;
    this.locals = locals;
    this.loop = new Loop<>("events", this::reconcile, Failures.logged("events"));
  }

  void start(int workers) {
    loop.start(workers);
  }

  void open(Extension extension) {
    String namespace = extension.local();
    Scope scope = new Scope(extension.twin(), null, rule.warningsOnly() ? "type=Warning" : null);
    Feed<Event> feed =
        new Feed<>(
            stage.away(),
            EVENTS,
            scope,
            (ref, now) -> {
              if (now != null) {
                loop.queue().add(new Ref(namespace, ref.name()));
              }
            });
    feed.lazily();
    sources.put(namespace, new Source(extension, feed));
    feed.start();
  }

  /** Something of ours is there, of which something may be said. */
  void wake(String namespace) {
    Source source = sources.get(namespace);
    if (source != null) {
      source.feed().wake();
    }
  }

  void close(String namespace) {
    Source source = sources.remove(namespace);
    if (source != null) {
      source.feed().close();
    }
  }

  private Next reconcile(Ref ref) {
    Source source = sources.get(ref.namespace());
    if (source == null) {
      return Next.REST;
    }
    Optional<Event> remote =
        source
            .feed()
            .get(new Ref(source.extension().twin(), ref.name()))
            .map(event -> named(event, ref.namespace()));
    Optional<Border> border = stage.border(source.extension());
    if (remote.isEmpty() || isTold(remote.get())) {
      return Next.REST;
    }
    if (border.isEmpty()) {
      return Next.again(SOON);
    }
    @Nullable HasMetadata local = about(remote.get(), border.get()).orElse(null);
    String uid = local == null ? null : local.getMetadata().getUid();
    switch (rule.plan(remote.get(), null, uid, border.get())) {
      case EventsBack.Plan.Create(Event event) -> say(remote.get(), event);
      case EventsBack.Plan.Delete _, EventsBack.Plan.Nothing _ -> {}
    }
    return Next.REST;
  }

  /** About the pod of the name that it has at home. */
  private Event named(Event event, String namespace) {
    ObjectReference about = event.getInvolvedObject();
    if (about == null || !"Pod".equals(about.getKind()) || about.getName() == null) {
      return event;
    }
    String name = podNames.apply(new Ref(namespace, about.getName()));
    return name.equals(about.getName())
        ? event
        : new EventBuilder(event).editInvolvedObject().withName(name).endInvolvedObject().build();
  }

  private Optional<? extends HasMetadata> about(Event remote, Border border) {
    return rule.about(remote, border)
        .flatMap(about -> locals.apply(about.kind(), new Ref(border.namespace(), about.name())))
        .filter(local -> !EventsBack.isOlder(remote, local));
  }

  private void say(Event remote, Event event) {
    try {
      stage.home().create(EVENTS, event);
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.EXISTS)) {
        throw failure;
      }
    }
    synchronized (told) {
      told.put(remote.getMetadata().getUid(), true);
    }
  }

  private boolean isTold(Event remote) {
    synchronized (told) {
      return told.containsKey(remote.getMetadata().getUid());
    }
  }

  @Override
  public void close() {
    loop.close();
    sources.values().forEach(source -> source.feed().close());
  }
}
