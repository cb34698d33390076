package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.metrics.Counter;
import io.sluice.engine.metrics.Measured;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.kubelet.border.Extension;
import io.sluice.translate.reflect.Border;
import io.sluice.translate.reflect.Plan;
import io.sluice.translate.reflect.Reflection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the twins of one kind as the local objects say, in every extended namespace. What to do is
 * decided by {@link Plan}; both sides enqueue one key, the local namespace and name (REF-3).
 */
final class Reflector<L extends HasMetadata, R extends HasMetadata> implements AutoCloseable {
  private static final Duration SOON = Duration.ofMillis(100);
  private static final Duration LATER = Duration.ofSeconds(5);

  /** How often a twin that is not followed is looked at. */
  private static final Duration NOW_AND_THEN = Duration.ofMinutes(10);

  /** A key without a name asks for twins whose local objects vanished while nobody looked. */
  private static final String LEFTOVERS = "";

  private final Stage stage;
  private final Subject<L, R> subject;
  private final Loop<Ref> loop;
  private final Loop.OnFailure<Ref> logged;
  private final Map<String, Pair<L, R>> pairs = new ConcurrentHashMap<>();
  private final List<Consumer<Ref>> followers = new CopyOnWriteArrayList<>();
  private Consumer<String> onTwins = _ -> {};

  Reflector(Stage stage, Subject<L, R> subject) {
    this.stage = stage;
    this.subject = subject;
    this.logged = Failures.logged("reflect-" + subject.local());
    this.loop = new Loop<>("reflect-" + subject.local(), this::counted, this::failed);
  }

  void start(int workers) {
    loop.start(workers);
  }

  Kind<L> local() {
    return subject.local();
  }

  /** Tells others whose objects depend on these; only before the start. */
  void onLocal(Consumer<Ref> follower) {
    followers.add(follower);
  }

  /** Told of namespaces in which twins are followed from now on; only before the start. */
  void onTwins(Consumer<String> listener) {
    onTwins = listener;
  }

  /** Local objects of a lazy subject can matter from now on. */
  void wake(String namespace) {
    locals(namespace).ifPresent(Feed::wake);
  }

  Set<String> namespaces() {
    return Set.copyOf(pairs.keySet());
  }

  void open(Extension extension) {
    String namespace = extension.local();
    Pair<L, R> pair =
        new Pair<>(
            stage.home(),
            stage.away(),
            subject,
            extension,
            new Pair.Listener(
                name -> localChanged(new Ref(namespace, name)),
                name -> twinChanged(extension, name),
                () -> allSeen(namespace)));
    Pair<L, R> old = pairs.put(namespace, pair);
    if (old != null) {
      old.close();
    }
    pair.start(); // only now: its first news must find it
  }

  void close(String namespace) {
    Pair<L, R> pair = pairs.remove(namespace);
    if (pair != null) {
      pair.close();
    }
  }

  /** The local objects of a namespace, as far as they are known. */
  Optional<Feed<L>> locals(String namespace) {
    return Optional.ofNullable(pairs.get(namespace)).map(Pair::locals);
  }

  Optional<L> find(Ref ref) {
    return locals(ref.namespace()).flatMap(feed -> feed.get(ref));
  }

  void look(Ref local) {
    loop.queue().add(local);
  }

  /** Looks at everything in a namespace again: something changed that all of it depends on. */
  void revisit(String namespace) {
    Pair<L, R> pair = pairs.get(namespace);
    if (pair == null) {
      return;
    }
    loop.queue().add(new Ref(namespace, LEFTOVERS));
    pair.locals().all().forEach(local -> loop.queue().add(Ref.of(local)));
    pair.knownTwins().forEach(twin -> twinChanged(pair.extension(), twin.getMetadata().getName()));
  }

  void revisitAll() {
    pairs.keySet().forEach(this::revisit);
  }

  private void localChanged(Ref ref) {
    loop.queue().add(ref);
    followers.forEach(follower -> follower.accept(ref));
  }

  /** All of one side is known: whoever waited for it goes on. */
  private void allSeen(String namespace) {
    revisit(namespace);
    followers.forEach(follower -> follower.accept(new Ref(namespace, LEFTOVERS)));
  }

  private void twinChanged(Extension extension, String twin) {
    stage
        .border(extension)
        .map(border -> subject.rules().apply(border).localName(twin, border))
        .ifPresent(name -> loop.queue().add(new Ref(extension.local(), name)));
  }

  private Next counted(Ref ref) {
    Next next = reconcile(ref);
    count(Measured.REFLECTED, ref);
    return next;
  }

  private void count(Counter counter, Ref ref) {
    counter.add(
        ref.namespace(), subject.local().type().getSimpleName(), stage.provider(), stage.node());
  }

  private Next reconcile(Ref ref) {
    Pair<L, R> pair = pairs.get(ref.namespace());
    if (pair == null || !stage.leads() || !pair.locals().synced()) {
      return Next.REST; // whatever ends this state looks at everything again
    }
    Optional<Border> known = stage.border(pair.extension());
    if (known.isEmpty() || !subject.ready().test(ref.namespace())) {
      return Next.again(SOON);
    }
    Border border = known.get();
    Reflection<L, R> rule = subject.rules().apply(border);
    if (ref.name().equals(LEFTOVERS)) {
      return leftovers(pair, rule, border);
    }
    @Nullable L local = pair.locals().get(ref).orElse(null);
    boolean glance = !pair.follows() && subject.quiet().test(ref.name());
    if (!pair.follows() && !glance) {
      Plan<R> plan = Plan.of(rule, local, null, border);
      if (!(plan instanceof Plan.Apply<R>)) {
        if (local != null) {
          subject.back().tell(local, null, border);
        }
        return act(new Case<>(ref, local, pair, border), plan);
      }
      follow(pair);
    }
    if (!pair.synced()) {
      pair.refusal().ifPresent(refusal -> warn(local, said(refusal)));
      return Next.again(LATER);
    }
    @Nullable R twin = pair.twin(rule.remoteName(ref.name(), border)).orElse(null);
    Next next = act(new Case<>(ref, local, pair, border), Plan.of(rule, local, twin, border));
    if (local != null) {
      boolean ours = twin != null && rule.isOurs(twin, border);
      subject.back().tell(local, ours ? twin : null, border);
    }
    return glance ? Next.again(NOW_AND_THEN) : next;
  }

  /** Follows the remote side if anything of ours is there; otherwise that costs one list. */
  private Next leftovers(Pair<L, R> pair, Reflection<L, R> rule, Border border) {
    if (pair.follows()) {
      return Next.REST;
    }
    String ours =
        "%s=%s,%s=%s"
            .formatted(Labels.ORIGIN, border.origin(), Labels.DESTINATION, border.destination());
    List<R> found =
        stage.away().list(subject.remote(), Scope.namespace(border.twin()).labels(ours));
    boolean any =
        found.stream()
            .filter(twin -> rule.isOurs(twin, border))
            .map(twin -> rule.localName(twin.getMetadata().getName(), border))
            .anyMatch(name -> !subject.quiet().test(name));
    if (any) {
      follow(pair);
    }
    return Next.REST;
  }

  private void follow(Pair<L, R> pair) {
    pair.follow();
    onTwins.accept(pair.extension().local());
  }

  /** One look at one local object and what is known around it. */
  private record Case<L extends HasMetadata, R extends HasMetadata>(
      Ref ref, @Nullable L local, Pair<L, R> pair, Border border) {}

  private Next act(Case<L, R> here, Plan<R> plan) {
    return switch (plan) {
      case Plan.Nothing<R> _ -> Next.REST;
      case Plan.Apply<R>(R twin) -> {
        here.pair()
            .written(
                stage
                    .away()
                    .patch(
                        subject.remote(),
                        Ref.of(twin),
                        Patch.apply(twin, Names.FIELD_MANAGER_REFLECTION)));
        yield Next.REST;
      }
      case Plan.Delete<R>(R twin, String _) -> {
        if (here.local() == null && !here.pair().provedGone(here.ref())) {
          yield Next.again(SOON);
        }
        here.pair().delete(twin);
        yield here.pair().follows() ? Next.REST : Next.again(SOON);
      }
      case Plan.Conflict<R>(String why) -> {
        warn(here.local(), why);
        yield Next.REST;
      }
      case Plan.Retry<R>(String why) -> {
        warn(here.local(), why);
        yield Next.again(LATER);
      }
      case Plan.Refuse<R>(String why) -> {
        warn(here.local(), why);
        yield Next.REST;
      }
    };
  }

  /** A refusal is said on the local object in the refuser's words. */
  private @Nullable Duration failed(Ref ref, Exception failure) {
    count(Measured.REFLECTION_ERRORS, ref);
    if (failure instanceof ApiFailure refusal
        && (refusal.problem().permanent() || refusal.is(Problem.SERVER))
        && !refusal.meansEndOfNamespace()) { // the map says so soon, it is nobody's fault
      locals(ref.namespace())
          .flatMap(feed -> feed.get(ref))
          .ifPresent(local -> warn(local, said(refusal)));
    }
    return logged.handle(ref, failure);
  }

  private String said(ApiFailure refusal) {
    return stage.provider() + ": " + refusal.reason();
  }

  private void warn(@Nullable L local, String why) {
    if (local != null) {
      stage.events().warn(local, Reasons.FAILED_REFLECTION, why);
    }
  }

  @Override
  public void close() {
    loop.close();
    pairs.values().forEach(Pair::close);
  }
}
