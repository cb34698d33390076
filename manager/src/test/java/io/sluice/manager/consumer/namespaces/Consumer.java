package io.sluice.manager.consumer.namespaces;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapPhase;
import io.sluice.api.offloading.NamespaceMapSpec;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.RemoteNamespace;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodeSpec;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.Home;
import io.sluice.manager.consumer.admission.NamespaceChecks;
import io.sluice.manager.consumer.admission.PodPolicies;
import io.sluice.manager.consumer.admission.PolicyController;
import io.sluice.testbed.Cluster;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The consumer's controllers on one API server; providers are played by the test. */
final class Consumer implements AutoCloseable {
  static final String ID = "milan";
  static final Duration SOON = Duration.ofSeconds(60);
  private static final Kind<NamespaceMap> MAPS = Kind.of(NamespaceMap.class);

  final Home home;
  private final ConsumerFeeds feeds;
  private final PolicyController policies;
  private final NamespaceOffloadingController offloadings;
  private final NamespaceRuleController rules;

  Consumer(Cluster cluster) {
    home = Home.of(cluster);
    PodPolicies podPolicies = PodPolicies.of(Names.RUNTIME_CLASS, Names.SYSTEM_NAMESPACE);
    Clock clock = Clock.systemUTC();
    Events events = new Events(home.api(), "namespaceoffloading-controller", "test", clock);
    feeds = new ConsumerFeeds(home.api());
    policies = new PolicyController(home.api(), podPolicies, new NamespaceChecks(ID));
    offloadings =
        new NamespaceOffloadingController(
            home.api(),
            feeds,
            ID,
            new NamespaceOffloadingController.Parts(
                new AdmissionSwitch(home.api(), feeds, podPolicies.reserved(), clock),
                new StandingPods(home.api(), feeds, events, Names.RUNTIME_CLASS),
                events),
            clock);
    rules = new NamespaceRuleController(home.api(), feeds, podPolicies.reserved(), events);
    policies.start();
    offloadings.start();
    rules.start();
    feeds.start();
  }

  /** A provider with its map and one virtual node, which has a Node of these labels. */
  void provider(String id, Map<String, String> labels) {
    String tenant = Names.TENANT_NAMESPACE_PREFIX + id;
    home.create(
        new NamespaceBuilder()
            .withNewMetadata()
            .withName(tenant)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, id)
            .endMetadata()
            .build());
    NamespaceMap map = new NamespaceMap();
    map.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(tenant)
            .withName(id)
            .addToLabels(Labels.REPLICATION, Labels.TRUE)
            .addToLabels(Labels.REMOTE_ID, id)
            .build());
    map.setSpec(new NamespaceMapSpec(Map.of()));
    home.create(map);
    virtualNode(id, id, labels);
    node(id, id, labels);
  }

  void virtualNode(String provider, String name, Map<String, String> labels) {
    VirtualNode virtualNode = new VirtualNode();
    virtualNode.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(Names.TENANT_NAMESPACE_PREFIX + provider)
            .withName(name)
            .build());
    virtualNode.setSpec(
        Json.convert(Map.of("clusterID", provider, "labels", labels), VirtualNodeSpec.class));
    home.create(virtualNode);
  }

  void node(String provider, String name, Map<String, String> labels) {
    home.create(
        new NodeBuilder()
            .withNewMetadata()
            .withName(name)
            .addToLabels(labels)
            .addToLabels(Labels.TYPE, Labels.TYPE_VIRTUAL_NODE)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
            .endMetadata()
            .build());
  }

  /** The twin's name in a provider's map, if there is an entry. */
  @Nullable String entry(String provider, String namespace) {
    NamespaceMapSpec spec = home.api().get(MAPS, mapRef(provider)).getSpec();
    return spec == null ? null : spec.desiredMapping().get(namespace);
  }

  void awaitEntry(String provider, String namespace, String twin) {
    await().atMost(SOON).until(() -> twin.equals(entry(provider, namespace)));
  }

  void awaitNoEntry(String provider, String namespace) {
    await().atMost(SOON).until(() -> entry(provider, namespace) == null);
  }

  /** The provider's answer, as replication would bring it home; null takes it away. */
  void answer(String provider, String namespace, @Nullable NamespaceMapPhase phase) {
    Map<String, @Nullable Object> current = new HashMap<>();
    current.put(namespace, phase == null ? null : new RemoteNamespace("twin", phase));
    home.api()
        .patch(
            MAPS,
            mapRef(provider),
            Patch.merge(Map.of("status", Map.of("currentMapping", current))).to("status"));
  }

  NamespaceOffloading offloading(String namespace) {
    return home.api()
        .get(Kind.of(NamespaceOffloading.class), new Ref(namespace, Names.NAMESPACE_OFFLOADING));
  }

  @Nullable String schedulingLabel(String namespace) {
    return ConsumerFeeds.labels(home.namespace(namespace)).get(Labels.SCHEDULING_ENABLED);
  }

  void awaitSchedulingLabel(String namespace, @Nullable String value) {
    await()
        .atMost(SOON)
        .until(
            () -> {
              String now = schedulingLabel(namespace);
              return value == null ? now == null : value.equals(now);
            });
  }

  List<Event> events(String namespace, String reason) {
    return home.api().list(Kind.of(Event.class), Scope.namespace(namespace)).stream()
        .filter(event -> reason.equals(event.getReason()))
        .toList();
  }

  private static Ref mapRef(String provider) {
    return new Ref(Names.TENANT_NAMESPACE_PREFIX + provider, provider);
  }

  @Override
  public void close() {
    feeds.close();
    offloadings.close();
    rules.close();
    policies.close();
    home.close();
  }
}
