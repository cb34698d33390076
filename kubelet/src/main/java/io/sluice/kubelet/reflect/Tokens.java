package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.kubelet.border.Extension;
import io.sluice.translate.pod.twin.ServiceAccounts;
import io.sluice.translate.reflect.Border;
import io.sluice.translate.reflect.TokenSecrets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of the home API server for the pods of this virtual node (§3.11): requested at home, put
 * beside the twin, renewed at 80 % of their life, gone with the pod. What was issued is not kept
 * here: the Secret says until when it holds.
 */
final class Tokens implements AutoCloseable {
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);
  private static final Kind<ServiceAccount> ACCOUNTS = Kind.of(ServiceAccount.class);
  private static final Duration SOON = Duration.ofMillis(100);
  private static final Duration TAKEN = Duration.ofSeconds(30);

  /** A key without a name asks which Secrets are there already. */
  private static final String INVENTORY = "";

  /**
   * A Secret of ours.
   *
   * @param pod UID of the pod that its tokens are bound to
   */
  private record Held(String name, String uid, String pod, Instant expires) {}

  private final Stage stage;
  private final PodsAtHome pods;
  private final TokenSecrets rules;
  private final String node;
  private final Clock clock;
  private final Loop<Ref> loop;
  private final Map<String, Extension> extensions = new ConcurrentHashMap<>();
  private final Map<String, Boolean> counted = new ConcurrentHashMap<>();
  private final Map<Ref, Held> held = new ConcurrentHashMap<>();

  Tokens(Stage stage, PodsAtHome pods, String node, Clock clock) {
    this.stage = stage;
    this.pods = pods;
    this.node = node;
    this.rules = new TokenSecrets(node);
    this.clock = clock;
    this.loop = new Loop<>("tokens", this::reconcile, this::failed);
    pods.listen(loop.queue()::add);
  }

  void start(int workers) {
    loop.start(workers);
  }

  void open(Extension extension) {
    extensions.put(extension.local(), extension);
    loop.queue().add(new Ref(extension.local(), INVENTORY));
  }

  void close(String namespace) {
    extensions.remove(namespace);
    counted.remove(namespace);
    held.keySet().removeIf(ref -> ref.namespace().equals(namespace));
  }

  private Next reconcile(Ref ref) {
    Extension extension = extensions.get(ref.namespace());
    if (extension == null) {
      return Next.REST;
    }
    Optional<Border> border = stage.border(extension);
    if (border.isEmpty() || !pods.synced()) {
      return Next.again(SOON);
    }
    if (ref.name().equals(INVENTORY)) {
      return inventory(border.get());
    }
    if (!counted.containsKey(ref.namespace())) {
      return Next.REST; // the inventory looks at every pod
    }
    Optional<Pod> pod = pods.get(ref).filter(pods::talksHome);
    List<TokenSecrets.Wanted> wanted = pod.map(TokenSecrets::wantedBy).orElse(List.of());
    @Nullable Held present = held.get(ref);
    boolean stale = present != null && !pod.map(it -> uid(it)).equals(Optional.of(present.pod()));
    if (present != null && (wanted.isEmpty() || stale)) {
      stage.away().delete(SECRETS, new Ref(extension.twin(), present.name()), present.uid(), null);
      held.remove(ref);
      present = null;
    }
    return wanted.isEmpty()
        ? Next.REST
        : keep(ref, pod.orElseThrow(), wanted, present, border.get());
  }

  /** What an earlier process left: valid tokens are kept, those of pods that are gone are not. */
  private Next inventory(Border border) {
    String mine =
        "%s=%s,%s=%s,%s=%s"
            .formatted(
                Labels.ORIGIN,
                border.origin(),
                Labels.DESTINATION,
                border.destination(),
                Labels.NODE_NAME,
                node);
    for (Secret secret : stage.away().list(SECRETS, Scope.namespace(border.twin()).labels(mine))) {
      Map<String, String> notes = Frozen.map(secret.getMetadata().getAnnotations());
      String pod = notes.get(Annotations.SERVICE_ACCOUNT_FOR_POD_NAME);
      if (TokenSecrets.isTokenSecret(secret) && pod != null) {
        held.put(new Ref(border.namespace(), pod), held(secret));
      }
    }
    counted.put(border.namespace(), true);
    held.keySet().stream()
        .filter(ref -> ref.namespace().equals(border.namespace()))
        .forEach(loop.queue()::add);
    pods.in(border.namespace()).forEach(loop.queue()::add);
    return Next.REST;
  }

  private Next keep(
      Ref ref, Pod pod, List<TokenSecrets.Wanted> wanted, @Nullable Held present, Border border) {
    Instant now = clock.instant();
    if (present != null && now.isBefore(renewal(wanted, present.expires()))) {
      return wake(now, renewal(wanted, present.expires()));
    }
    Map<String, TokenSecrets.Issued> tokens = new LinkedHashMap<>();
    for (TokenSecrets.Wanted each : wanted) {
      tokens.put(each.key(), issue(ref, pod, each));
    }
    Secret secret = rules.secret(pod, tokens, border);
    try {
      Held written = held(present == null ? create(secret) : renew(secret, present));
      held.put(ref, written);
      return wake(now, renewal(wanted, written.expires()));
    } catch (ApiFailure failure) {
      if (present != null && failure.is(Problem.NOT_FOUND)) {
        held.remove(ref);
        return Next.again(SOON);
      }
      if (failure.is(Problem.EXISTS)) {
        stage
            .events()
            .warn(
                pod,
                Reasons.FAILED_TOKENS_REFLECTION,
                "%s has a Secret %s that is not ours"
                    .formatted(stage.provider(), secret.getMetadata().getName()));
        return Next.again(TAKEN);
      }
      throw failure;
    }
  }

  private TokenSecrets.Issued issue(Ref ref, Pod pod, TokenSecrets.Wanted wanted) {
    Ref account = new Ref(ref.namespace(), ServiceAccounts.nameOf(pod));
    TokenRequest issued =
        stage
            .home()
            .createBelow(
                ACCOUNTS, account, "token", TokenSecrets.request(pod, wanted), TokenRequest.class);
    return new TokenSecrets.Issued(
        issued.getStatus().getToken(), Instant.parse(issued.getStatus().getExpirationTimestamp()));
  }

  private Secret create(Secret secret) {
    return stage.away().create(SECRETS, secret);
  }

  private Secret renew(Secret secret, Held present) {
    Map<String, Object> change =
        Map.of(
            "metadata",
            Map.of("uid", present.uid(), "annotations", secret.getMetadata().getAnnotations()),
            "data",
            secret.getData());
    return stage.away().patch(SECRETS, Ref.of(secret), Patch.merge(change));
  }

  private static Instant renewal(List<TokenSecrets.Wanted> wanted, Instant expires) {
    return wanted.stream()
        .map(each -> each.renewal(expires))
        .min(Instant::compareTo)
        .orElse(expires);
  }

  /** Spread a little, since pods that came together would renew together. */
  private static Next wake(Instant now, Instant renewal) {
    long spread = ThreadLocalRandom.current().nextLong(30_000);
    return Next.again(Duration.between(now, renewal).plusMillis(spread));
  }

  private static Held held(Secret secret) {
    Map<String, String> notes = Frozen.map(secret.getMetadata().getAnnotations());
    return new Held(
        secret.getMetadata().getName(),
        secret.getMetadata().getUid(),
        notes.getOrDefault(Annotations.SERVICE_ACCOUNT_FOR_POD_UID, ""),
        instant(notes.get(Annotations.SERVICE_ACCOUNT_EXPIRATION)));
  }

  private static Instant instant(@Nullable String text) {
    try {
      return text == null ? Instant.EPOCH : Instant.parse(text);
    } catch (java.time.DateTimeException unreadable) {
      return Instant.EPOCH;
    }
  }

  private @Nullable Duration failed(Ref ref, Exception failure) {
    if (failure instanceof ApiFailure refusal && refusal.problem().permanent()) {
      pods.get(ref)
          .ifPresent(
              pod -> stage.events().warn(pod, Reasons.FAILED_TOKENS_REFLECTION, refusal.reason()));
    }
    return Failures.<Ref>logged("tokens").handle(ref, failure);
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }

  @Override
  public void close() {
    loop.close();
  }
}
