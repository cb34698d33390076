package io.sluice.kubelet.reflect;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.lead.Elector;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.border.Extension;
import io.sluice.kubelet.border.Extensions;
import io.sluice.translate.pod.twin.RootCa;
import io.sluice.translate.reflect.Border;
import io.sluice.translate.reflect.ConfigMaps;
import io.sluice.translate.reflect.Interest;
import io.sluice.translate.reflect.Reflection;
import io.sluice.translate.reflect.Secrets;
import io.sluice.translate.reflect.Services;
import java.time.Clock;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Everything that a virtual node reflects. Of several virtual nodes of one provider only the holder
 * of a shared lease does it, the others follow nothing (REF-4).
 */
public final class Reflections implements Extensions.Listener, AutoCloseable {
  private final KubeletOptions options;
  private final Supplier<Optional<OffloadingPatch>> patch;
  private final Stage stage;
  private final Elector elector;
  private final Map<String, Reflector<?, ?>> reflectors = new LinkedHashMap<>();
  private final Set<Extension> extensions = new HashSet<>(); // guarded by this
  private boolean leading; // guarded by this

  /**
   * @param patch what the VirtualNode keeps at home; empty until that is known
   */
  public Reflections(
      Api home, Api away, KubeletOptions options, Supplier<Optional<OffloadingPatch>> patch) {
    this.options = options;
    this.patch = patch;
    this.elector =
        new Elector(
            home,
            new Ref(options.peer().tenantNamespace(), Names.REFLECTION_LEASE),
            options.nodeName() + "-" + UUID.randomUUID(),
            Elector.Timing.DEFAULT,
            new OnLease());
    this.stage =
        new Stage(
            home,
            away,
            new Events(home, "sluice-kubelet", options.nodeName(), Clock.systemUTC()),
            this::border,
            elector::leads,
            options.peer().provider());
    configuration();
  }

  private void configuration() {
    ReflectionOptions how = options.reflection();
    add(
        ReflectionOptions.CONFIG_MAP,
        new Subject<ConfigMap, ConfigMap>(
                Kind.of(ConfigMap.class),
                Kind.of(ConfigMap.class),
                _ -> new ConfigMaps(how.type(ReflectionOptions.CONFIG_MAP), new Interest.All()))
            .quiet(RootCa.LOCAL));
    add(
        ReflectionOptions.SECRET,
        Secret.class,
        _ -> new Secrets(how.type(ReflectionOptions.SECRET), new Interest.All()));
    add(
        ReflectionOptions.SERVICE,
        Service.class,
        _ -> new Services(how.type(ReflectionOptions.SERVICE), how.offers().loadBalancerClass()));
  }

  private <T extends HasMetadata> void add(
      String name, Class<T> type, Function<Border, Reflection<T, T>> rules) {
    add(name, new Subject<>(Kind.of(type), Kind.of(type), rules));
  }

  private <L extends HasMetadata, R extends HasMetadata> void add(
      String name, Subject<L, R> subject) {
    if (options.reflection().workers(name) > 0) {
      reflectors.put(name, new Reflector<>(stage, subject));
    }
  }

  public void start() {
    reflectors.forEach((name, reflector) -> reflector.start(options.reflection().workers(name)));
    elector.start();
  }

  private Optional<Border> border(Extension extension) {
    return patch
        .get()
        .map(
            kept ->
                new Border(
                    options.peer().consumer(),
                    options.peer().provider(),
                    extension.local(),
                    extension.twin(),
                    new Border.Withheld(
                        Set.copyOf(kept.labelsNotReflected()),
                        Set.copyOf(kept.annotationsNotReflected()))));
  }

  @Override
  public synchronized void started(Extension extension) {
    extensions.add(extension);
    if (leading) {
      reflectors.values().forEach(reflector -> reflector.open(extension));
    }
  }

  @Override
  public synchronized void stopped(Extension extension) {
    extensions.remove(extension);
    reflectors.values().forEach(reflector -> reflector.close(extension.local()));
  }

  @Override
  public void known() {}

  private final class OnLease implements Elector.Callbacks {
    @Override
    public void started(int epoch) {
      lead(true);
    }

    @Override
    public void stopped() {
      lead(false);
    }
  }

  private synchronized void lead(boolean now) {
    leading = now;
    for (Extension extension : extensions) {
      for (Reflector<?, ?> reflector : reflectors.values()) {
        if (now) {
          reflector.open(extension);
        } else {
          reflector.close(extension.local());
        }
      }
    }
  }

  @Override
  public void close() {
    elector.close();
    reflectors.values().forEach(Reflector::close);
  }
}
