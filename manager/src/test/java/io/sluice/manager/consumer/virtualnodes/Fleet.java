package io.sluice.manager.consumer.virtualnodes;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.core.ForeignClusterSpec;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodePart;
import io.sluice.api.offloading.VirtualNodeSpec;
import io.sluice.api.offloading.VirtualNodeState;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.border.MachineAddresses;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.Home;
import io.sluice.testbed.Cluster;
import io.sluice.translate.access.KubeletAccess;
import io.sluice.translate.node.VirtualNodeStates;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The controllers of virtual nodes on one API server; a shell plays the kubelets. */
final class Fleet implements AutoCloseable {
  static final Duration SOON = Duration.ofSeconds(60);
  static final Kind<VirtualNode> VIRTUAL_NODES = Kind.of(VirtualNode.class);
  static final Kind<Pod> PODS = Kind.of(Pod.class);

  final Home home;
  private final ConsumerFeeds feeds;
  private final KubeletRights rights;
  private final NamespaceRightsController namespaceRights;
  private final VirtualNodeController controller;
  private final SliceController slices;

  private final LocalKubelets kubelets;

  Fleet(Cluster cluster, Path folder) {
    home = Home.of(cluster);
    KubeletAccess.clusterRoles().forEach(this::ensure);
    Clock clock = Clock.systemUTC();
    feeds = new ConsumerFeeds(home.api());
    rights = new KubeletRights(home.api());
    namespaceRights = new NamespaceRightsController(feeds, rights);
    kubelets =
        new LocalKubelets(
            List.of("sh", "-c", "echo \"$@\"; exec sleep 600", "kubelet"),
            folder,
            new HomeIdentity(home.api(), URI.create(cluster.server()), clock),
            () -> MachineAddresses.towards(URI.create(cluster.server())));
    controller =
        new VirtualNodeController(
            feeds,
            new VirtualNodeController.Parts(
                new VirtualNodeObjects(home.api(), feeds, clock),
                rights,
                new KubeletOptions(home.api(), "milan", Names.SYSTEM_NAMESPACE),
                new Drain(home.api()),
                new Events(home.api(), "virtualnode-controller", "test", clock)),
            kubelets::during);
    slices = new SliceController(home.api(), feeds);
    rights.start();
    namespaceRights.start();
    controller.start();
    slices.start();
    feeds.start();
  }

  static Ref ref(String provider, String name) {
    return new Ref(Names.TENANT_NAMESPACE_PREFIX + provider, name);
  }

  void tenantNamespace(String provider) {
    ensure(
        new NamespaceBuilder()
            .withNewMetadata()
            .withName(Names.TENANT_NAMESPACE_PREFIX + provider)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
            .addToLabels(Labels.TENANT_NAMESPACE, Labels.TRUE)
            .endMetadata()
            .build());
  }

  void peer(String provider) {
    ForeignCluster peer = new ForeignCluster();
    peer.setMetadata(new ObjectMetaBuilder().withName(provider).build());
    peer.setSpec(new ForeignClusterSpec(provider));
    home.create(peer);
  }

  VirtualNode virtualNode(String provider, String name, Map<String, Object> more) {
    tenantNamespace(provider);
    Map<String, Object> spec = new HashMap<>(more);
    spec.put("clusterID", provider);
    spec.put("kubeconfigSecretRef", Map.of("name", "kubeconfig-" + name));
    VirtualNode virtualNode = new VirtualNode();
    virtualNode.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(Names.TENANT_NAMESPACE_PREFIX + provider)
            .withName(name)
            .build());
    virtualNode.setSpec(Json.convert(spec, VirtualNodeSpec.class));
    return home.create(virtualNode);
  }

  void node(String provider, String name) {
    home.create(
        new NodeBuilder()
            .withNewMetadata()
            .withName(name)
            .addToLabels(Labels.TYPE, Labels.TYPE_VIRTUAL_NODE)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
            .endMetadata()
            .build());
  }

  /** A pod that runs and is ready, as a kubelet would say of it. */
  Pod runningPod(String namespace, String name, String node) {
    Pod pod =
        home.create(
            new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .addToLabels("app", name)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .withAutomountServiceAccountToken(false)
                .addNewToleration(null, null, "Exists", null, null)
                .addNewContainer()
                .withName("main")
                .withImage("pause")
                .endContainer()
                .endSpec()
                .build());
    return home.api()
        .patch(
            PODS,
            Ref.of(pod),
            Patch.strategic(
                    Map.of(
                        "status",
                        Map.of(
                            "phase",
                            "Running",
                            "conditions",
                            List.of(Map.of("type", "Ready", "status", "True")))))
                .to("status"));
  }

  void awaitState(Ref ref, VirtualNodePart part, VirtualNodeState state) {
    await()
        .atMost(SOON)
        .until(
            () ->
                VirtualNodeStates.of(home.api().get(VIRTUAL_NODES, ref).getStatus(), part)
                    == state);
  }

  <T extends HasMetadata> boolean exists(Class<T> type, Ref ref) {
    return find(type, ref) != null;
  }

  <T extends HasMetadata> @Nullable T find(Class<T> type, Ref ref) {
    try {
      return home.api().get(Kind.of(type), ref);
    } catch (ApiFailure failure) {
      if (failure.is(Problem.NOT_FOUND)) {
        return null;
      }
      throw failure;
    }
  }

  void awaitGone(Class<? extends HasMetadata> type, Ref ref) {
    await().atMost(SOON).until(() -> !exists(type, ref));
  }

  void delete(VirtualNode virtualNode) {
    home.api().delete(VIRTUAL_NODES, Ref.of(virtualNode), virtualNode.getMetadata().getUid(), null);
  }

  void ensure(HasMetadata object) {
    try {
      home.create(object);
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.EXISTS)) {
        throw failure;
      }
    }
  }

  @Override
  public void close() {
    feeds.close();
    slices.close();
    controller.close();
    kubelets.close();
    namespaceRights.close();
    rights.close();
    home.close();
  }
}
