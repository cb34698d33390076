package io.sluice.manager.provider.namespaces;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapSpec;
import io.sluice.api.offloading.RemoteNamespace;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Controller;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.manager.provider.guard.GuardController;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** NamespaceMaps of one consumer, and the controllers that fulfil them; removed after the test. */
public final class Maps implements AutoCloseable {
  private final ProviderBed bed;
  private final String consumer;
  private final Ref ref;
  private final List<Controller> running = new ArrayList<>();
  private final List<Api> clients = new ArrayList<>();

  public Maps(ProviderBed bed, String consumer) {
    this.bed = bed;
    this.consumer = consumer;
    this.ref = new Ref(bed.tenant(consumer), consumer);
  }

  public Maps serving() {
    guarding();
    Api api = client();
    Events events = new Events(api, ProviderBed.MANAGER, "test", Clock.systemUTC());
    return run(new NamespaceMapController(api, events, "provider", Names.SYSTEM_NAMESPACE));
  }

  /** Twins without guardrails must not be usable. */
  Maps servingUnguarded() {
    Api api = client();
    Events events = new Events(api, ProviderBed.MANAGER, "test", Clock.systemUTC());
    return run(new NamespaceMapController(api, events, "provider", Names.SYSTEM_NAMESPACE));
  }

  public Maps guarding() {
    return run(new GuardController(client(), "provider"));
  }

  private Api client() {
    Api api = bed.manager();
    clients.add(api);
    return api;
  }

  private Maps run(Controller controller) {
    controller.start();
    running.add(controller);
    return this;
  }

  void die() {
    running.forEach(Controller::close);
    running.clear();
  }

  Ref ref() {
    return ref;
  }

  public void want(Map<String, String> desired) {
    if (bed.find(NamespaceMap.class, ref.namespace(), ref.name()) == null) {
      NamespaceMap map = new NamespaceMap();
      map.setMetadata(
          new ObjectMetaBuilder()
              .withNamespace(ref.namespace())
              .withName(ref.name())
              .addToLabels(Labels.REPLICATED, Labels.TRUE)
              .addToLabels(Labels.ORIGIN_ID, consumer)
              .build());
      map.setSpec(new NamespaceMapSpec(desired));
      bed.create(map);
      return;
    }
    Map<String, @Nullable Object> changed = new HashMap<>(desired);
    get().getSpec().desiredMapping().keySet().forEach(key -> changed.putIfAbsent(key, null));
    bed.admin()
        .patch(
            Kind.of(NamespaceMap.class),
            ref,
            Patch.merge(Map.of("spec", Map.of("desiredMapping", changed))));
  }

  void annotate(String key, String value) {
    bed.admin()
        .patch(
            Kind.of(NamespaceMap.class),
            ref,
            Patch.merge(Map.of("metadata", Map.of("annotations", Map.of(key, value)))));
  }

  NamespaceMap get() {
    return bed.get(NamespaceMap.class, ref.namespace(), ref.name());
  }

  boolean exists() {
    return bed.find(NamespaceMap.class, ref.namespace(), ref.name()) != null;
  }

  void delete() {
    bed.delete(NamespaceMap.class, ref.namespace(), ref.name());
  }

  /** How far a twin got; empty when the status does not mention it. */
  public String phase(String local) {
    @Nullable NamespaceMap map = bed.find(NamespaceMap.class, ref.namespace(), ref.name());
    @Nullable RemoteNamespace there =
        map == null || map.getStatus() == null ? null : map.getStatus().currentMapping().get(local);
    return there == null || there.phase() == null ? "" : there.phase().name();
  }

  boolean hasNamespace(String name) {
    return bed.find(Namespace.class, "", name) != null;
  }

  @Override
  public void close() {
    if (exists()) {
      want(Map.of());
      delete();
    }
    if (running.isEmpty()) {
      serving();
    }
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !exists());
    die();
    clients.forEach(Api::close);
    bed.delete(Tenant.class, ref.namespace(), consumer);
  }
}
