package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.Secret;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.border.Travel;
import io.sluice.manager.consumer.Silences;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ways to all providers: one for each kubeconfig Secret of a control-plane identity, whoever
 * wrote it (§1.6, §4.6). A Secret that turns to garbage changes nothing; one that is gone ends the
 * way.
 */
public final class Links implements Controller, Silences {
  private static final Logger LOG = LoggerFactory.getLogger(Links.class);
  private static final Duration SOON = Duration.ofMillis(100);

  /** A copy in a provider that changed. */
  record Copy(String provider, Class<?> type, String name) {}

  private final long began = System.nanoTime();
  private final String home;
  private final TenantNamespaces namespaces;
  private final Map<String, RemoteLink> byNamespace = new ConcurrentHashMap<>();
  private final List<Consumer<String>> linkListeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<Copy>> copyListeners = new CopyOnWriteArrayList<>();
  private final Loop<String> loop = new Loop<>("links", this::reconcile, Failures.logged("links"));

  public Links(String home, TenantNamespaces namespaces) {
    this.home = home;
    this.namespaces = namespaces;
    namespaces.onNamespace(namespace -> loop.queue().add(namespace));
    namespaces.onSecret(ref -> loop.queue().add(ref.namespace()));
  }

  /** Told the tenant namespace whose way appeared, changed or ended. */
  void onLink(Consumer<String> listener) {
    linkListeners.add(listener);
  }

  void onCopy(Consumer<Copy> listener) {
    copyListeners.add(listener);
  }

  @Override
  public void start() {
    loop.start(1);
  }

  /** The way to the provider of a tenant namespace. */
  Optional<RemoteLink> of(String namespace) {
    return Optional.ofNullable(byNamespace.get(namespace));
  }

  @Override
  public Duration silenceOf(String provider) {
    return life(provider)
        .map(SignOfLife::silence)
        .orElseGet(() -> Duration.ofNanos(System.nanoTime() - began));
  }

  @Override
  public boolean during(String provider, Duration atLeast, Runnable act) {
    Optional<SignOfLife> life = life(provider);
    if (life.isPresent()) {
      return life.get().during(atLeast, act);
    }
    boolean silent = silenceOf(provider).compareTo(atLeast) >= 0;
    if (silent) {
      act.run();
    }
    return silent;
  }

  private Optional<SignOfLife> life(String provider) {
    return namespaces.of(provider).flatMap(this::of).map(RemoteLink::life);
  }

  private Next reconcile(String namespace) {
    Optional<String> provider = namespaces.peerOf(namespace);
    if (provider.isPresent() && !namespaces.secretsSynced(namespace)) {
      return Next.again(SOON);
    }
    Optional<Secret> secret = provider.flatMap(_ -> credentials(namespace));
    if (secret.isPresent() && provider.isPresent()) {
      connect(namespace, provider.get(), secret.get());
    } else {
      drop(namespace);
    }
    return Next.REST;
  }

  /** At most one counts; of several, the first by name. */
  private Optional<Secret> credentials(String namespace) {
    return namespaces.secrets(namespace).stream()
        .filter(
            secret ->
                Labels.IDENTITY_TYPE_CONTROL_PLANE.equals(
                    Frozen.map(secret.getMetadata().getLabels()).get(Labels.IDENTITY_TYPE)))
        .filter(secret -> secret.getMetadata().getDeletionTimestamp() == null)
        .min(Comparator.comparing(secret -> secret.getMetadata().getName()));
  }

  private void connect(String namespace, String provider, Secret secret) {
    String kubeconfig = Travel.text(Frozen.map(secret.getData()).get(Names.KUBECONFIG_KEY));
    @Nullable String said =
        Frozen.map(secret.getMetadata().getAnnotations()).get(Annotations.REMOTE_TENANT_NAMESPACE);
    String remote = said == null ? Names.TENANT_NAMESPACE_PREFIX + home : said;
    @Nullable RemoteLink there = byNamespace.get(namespace);
    try {
      if (there != null && there.namespace().equals(remote)) {
        there.use(kubeconfig);
      } else {
        drop(namespace);
        open(namespace, provider, kubeconfig, remote);
      }
      linkListeners.forEach(listener -> listener.accept(namespace));
    } catch (IllegalArgumentException garbage) {
      LOG.atWarn()
          .addKeyValue("secret", Ref.of(secret))
          .addKeyValue("why", garbage.getMessage())
          .log("credentials cannot be used, going on with those before");
    }
  }

  private void open(String namespace, String provider, String kubeconfig, String remote) {
    RemoteLink link =
        new RemoteLink(
            kubeconfig,
            remote,
            home,
            (type, name) -> {
              Copy copy = new Copy(provider, type, name);
              copyListeners.forEach(listener -> listener.accept(copy));
            });
    byNamespace.put(namespace, link);
    link.start();
    LOG.atInfo().addKeyValue("provider", provider).log("connected");
  }

  private void drop(String namespace) {
    RemoteLink old = byNamespace.remove(namespace);
    if (old != null) {
      old.close();
      linkListeners.forEach(listener -> listener.accept(namespace));
    }
  }

  @Override
  public void close() {
    loop.close();
    byNamespace.values().forEach(RemoteLink::close);
  }
}
