package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.sluice.api.vocab.Annotations;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.kubelet.border.Offloadings;
import io.sluice.translate.reflect.Interest;
import io.sluice.translate.reflect.References;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Which Secrets and ConfigMaps leave each namespace (D-19). Where all do, nothing is followed for
 * it; where only what is named does, the namespace's pods and service accounts are.
 */
final class Interests implements AutoCloseable {
  /**
   * What tells who names something.
   *
   * @param provider whose pods count
   * @param ingresses of a namespace, where they are reflected
   */
  record Sources(
      Api home,
      Offloadings offloadings,
      Nodes nodes,
      String provider,
      Function<String, Optional<Feed<Ingress>>> ingresses) {}

  private final Sources sources;
  private final boolean referencedByDefault;
  private final Consumer<String> changed;
  private final Set<String> open = new HashSet<>(); // guarded by this
  private final Map<String, Named> named = new HashMap<>(); // guarded by this

  /**
   * @param changed told of namespaces where something else leaves than before
   */
  Interests(Sources sources, boolean referencedByDefault, Consumer<String> changed) {
    this.sources = sources;
    this.referencedByDefault = referencedByDefault;
    this.changed = changed;
    sources
        .offloadings()
        .listen(
            namespace -> (namespace.isEmpty() ? all() : Set.of(namespace)).forEach(this::realign));
  }

  void open(String namespace) {
    synchronized (this) {
      open.add(namespace);
    }
    realign(namespace);
  }

  private synchronized Set<String> all() {
    return Set.copyOf(open);
  }

  synchronized void close(String namespace) {
    open.remove(namespace);
    Named gone = named.remove(namespace);
    if (gone != null) {
      gone.close();
    }
  }

  /** Whether it is known what leaves: before that, nothing may leave and nothing may go. */
  synchronized boolean known(String namespace) {
    if (!sources.offloadings().known()) {
      return false;
    }
    Named here = named.get(namespace);
    return isReferenced(namespace)
        ? here != null && here.known() && sources.nodes().known()
        : here == null;
  }

  Interest inSecrets(String namespace) {
    return in(namespace, References::secrets);
  }

  Interest inConfigMaps(String namespace) {
    return in(namespace, References::configMaps);
  }

  private synchronized Interest in(String namespace, Function<References, Set<String>> names) {
    Named here = named.get(namespace);
    return here == null
        ? new Interest.All()
        : new Interest.Referenced(names.apply(here.references()));
  }

  /** Nodes changed sides, or Ingresses changed. */
  void look(String namespace) {
    Named here;
    synchronized (this) {
      here = named.get(namespace);
    }
    if (here != null) {
      here.look();
    }
  }

  private void realign(String namespace) {
    synchronized (this) {
      if (!open.contains(namespace)) {
        return;
      }
      boolean wanted = sources.offloadings().known() && isReferenced(namespace);
      if (wanted && !named.containsKey(namespace)) {
        Named fresh =
            new Named(
                sources.home(),
                namespace,
                pod ->
                    sources
                        .nodes()
                        .provider(pod.getSpec().getNodeName())
                        .equals(Optional.of(sources.provider())),
                () -> sources.ingresses().apply(namespace),
                () -> changed.accept(namespace));
        named.put(namespace, fresh);
        fresh.start();
      } else if (!wanted && named.containsKey(namespace)) {
        named.remove(namespace).close();
      }
    }
    changed.accept(namespace);
  }

  private boolean isReferenced(String namespace) {
    String mode =
        sources.offloadings().settings(namespace).getOrDefault(Annotations.REFLECTION_MODE, "");
    return Interest.isReferenced(mode, referencedByDefault);
  }

  @Override
  public synchronized void close() {
    named.values().forEach(Named::close);
  }
}
