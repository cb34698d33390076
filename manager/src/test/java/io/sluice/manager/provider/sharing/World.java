package io.sluice.manager.provider.sharing;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceSpec;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.translate.share.Amounts;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Nodes, pods and slices of one test, and the controller that divides them; removed after it. */
final class World implements AutoCloseable {
  private final ProviderBed bed;
  private final String namespace;
  private final List<Runnable> undo = new ArrayList<>();
  private @Nullable SharingController controller;

  World(ProviderBed bed, String namespace) {
    this.bed = bed;
    this.namespace = namespace;
  }

  World lending() {
    var api = bed.manager();
    Events events = new Events(api, "sluice-manager", "test", Clock.systemUTC());
    controller =
        new SharingController(api, events, Clock.systemUTC(), "sluice", SharingSettings.DEFAULT);
    controller.start();
    undo.add(api::close);
    return this;
  }

  void stopLending() {
    if (controller != null) {
      controller.close();
    }
  }

  World node(String name, Map<String, String> allocatable) {
    bed.cluster().addKwokNode(name, Map.of(), allocatable);
    undo.add(() -> bed.delete(Node.class, "", name));
    return this;
  }

  /** A pod of the provider itself. */
  void pod(String name, String node, Map<String, String> requests) {
    create(name, node, requests, Map.of());
  }

  /** A pod that a consumer offloaded. */
  void offloaded(String consumer, String name, String node, Map<String, String> requests) {
    create(
        name,
        node,
        requests,
        Map.of(Labels.MANAGED_BY, Labels.MANAGED_BY_SHADOW_POD, Labels.ORIGIN, consumer));
  }

  void deletePod(String name) {
    bed.delete(Pod.class, namespace, name);
  }

  private void create(
      String name, String node, Map<String, String> requests, Map<String, String> labels) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .withLabels(labels)
            .endMetadata()
            .withNewSpec()
            .withNodeName(node)
            .addNewContainer()
            .withName("c")
            .withImage("pause")
            .withNewResources()
            .withRequests(quantities(requests))
            .withLimits(devices(requests))
            .endResources()
            .endContainer()
            .endSpec()
            .build();
    bed.create(pod);
    undo.add(() -> deletePod(name));
  }

  /** A slice that the consumer replicated into its tenant namespace. */
  Ref slice(String consumer, String name, @Nullable String sliceClass, Map<String, String> asked) {
    String tenantNamespace = bed.tenant(consumer);
    Ref ref = new Ref(tenantNamespace, name);
    sliceIn(ref, consumer, sliceClass, asked);
    undo.add(() -> bed.delete(Tenant.class, tenantNamespace, consumer));
    return ref;
  }

  void sliceIn(Ref ref, String consumer, @Nullable String sliceClass, Map<String, String> asked) {
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(ref.namespace())
            .withName(ref.name())
            .addToLabels(Labels.REPLICATED, Labels.TRUE)
            .addToLabels(Labels.ORIGIN_ID, consumer)
            .build());
    slice.setSpec(new ResourceSliceSpec(consumer, "provider", quantities(asked), sliceClass, null));
    bed.create(slice);
    undo.add(() -> bed.delete(ResourceSlice.class, ref.namespace(), ref.name()));
  }

  void condition(String consumer, String condition) {
    bed.admin()
        .patch(
            Kind.of(Tenant.class),
            new Ref("liqo-tenant-" + consumer, consumer),
            Patch.merge(Map.of("spec", Map.of("tenantCondition", condition))));
  }

  ResourceSlice get(Ref slice) {
    return bed.get(ResourceSlice.class, slice.namespace(), slice.name());
  }

  /** What is lent of one resource, as text; empty when nothing was decided. */
  String lent(Ref slice, String resource) {
    ResourceSlice found = get(slice);
    @Nullable Quantity quantity =
        found.getStatus() == null ? null : found.getStatus().resources().get(resource);
    return quantity == null ? "" : quantity.toString();
  }

  Amounts lent(Ref slice) {
    ResourceSlice found = get(slice);
    return found.getStatus() == null
        ? Amounts.NONE
        : Amounts.ofValid(found.getStatus().resources());
  }

  /** Verdict and reason of the Resources condition. */
  String verdict(Ref slice) {
    ResourceSlice found = get(slice);
    return found.getStatus() == null
        ? ""
        : found.getStatus().conditions().stream()
            .map(
                condition -> condition.type() + " " + condition.status() + " " + condition.reason())
            .collect(Collectors.joining(", "));
  }

  private static Map<String, Quantity> quantities(Map<String, String> amounts) {
    return amounts.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> new Quantity(entry.getValue())));
  }

  /** Extended resources can't be overcommitted: their limit must be there. */
  private static Map<String, Quantity> devices(Map<String, String> amounts) {
    Map<String, Quantity> devices = quantities(amounts);
    devices.keySet().removeIf(name -> !name.contains("/"));
    return devices;
  }

  @Override
  public void close() {
    stopLending();
    undo.reversed().forEach(Runnable::run);
  }
}
