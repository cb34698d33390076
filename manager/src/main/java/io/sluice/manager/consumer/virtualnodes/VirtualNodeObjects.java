package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapSpec;
import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodePart;
import io.sluice.api.offloading.VirtualNodeState;
import io.sluice.api.offloading.VirtualNodeStatus;
import io.sluice.api.offloading.VkOptionsTemplateSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Absence;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.translate.node.VirtualNodeStates;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The objects around a VirtualNode: its status and finalizer, its Node, the provider's map. */
public final class VirtualNodeObjects {
  private static final Kind<VirtualNode> VIRTUAL_NODES = Kind.of(VirtualNode.class);
  private static final Kind<NamespaceMap> MAPS = Kind.of(NamespaceMap.class);
  private static final Kind<Node> NODES = Kind.of(Node.class);
  private static final Kind<ForeignCluster> PEERS = Kind.of(ForeignCluster.class);

  private final Api api;
  private final ConsumerFeeds feeds;
  private final InstantSource clock;

  public VirtualNodeObjects(Api api, ConsumerFeeds feeds, InstantSource clock) {
    this.api = api;
    this.feeds = feeds;
    this.clock = clock;
  }

  /**
   * Why this virtual node can't have its name: it is also the name of its Node, and a kubelet must
   * never answer for a Node that is somebody else's.
   */
  Optional<String> nameTaken(VirtualNode virtualNode) {
    String name = virtualNode.getMetadata().getName();
    String provider = provider(virtualNode);
    Optional<Node> node = feeds.nodes().get(Ref.cluster(name));
    if (node.isPresent()) {
      String owner = ConsumerFeeds.labels(node.get()).get(Labels.REMOTE_CLUSTER_ID);
      return provider.equals(owner)
          ? namesake(virtualNode)
          : Optional.of("there is a virtual node " + name + " of provider " + owner);
    }
    boolean settled =
        VirtualNodeStates.of(virtualNode.getStatus(), VirtualNodePart.VIRTUAL_KUBELET)
            == VirtualNodeState.RUNNING;
    if (!settled && isRealNode(name)) {
      return Optional.of("there is a Node " + name + " that is not virtual");
    }
    return namesake(virtualNode);
  }

  private boolean isRealNode(String name) {
    return api.find(NODES, Ref.cluster(name))
        .filter(
            node -> !Labels.TYPE_VIRTUAL_NODE.equals(ConsumerFeeds.labels(node).get(Labels.TYPE)))
        .isPresent();
  }

  /** The one that was there first keeps the name. */
  private Optional<String> namesake(VirtualNode virtualNode) {
    return feeds.virtualNodes().all().stream()
        .filter(
            other ->
                other.getMetadata().getName().equals(virtualNode.getMetadata().getName())
                    && !other.getMetadata().getUid().equals(virtualNode.getMetadata().getUid())
                    && age(other).compareTo(age(virtualNode)) < 0)
        .findFirst()
        .map(other -> "VirtualNode " + Ref.of(other) + " has this name already");
  }

  private static String age(VirtualNode virtualNode) {
    return virtualNode.getMetadata().getCreationTimestamp() + virtualNode.getMetadata().getUid();
  }

  /** VN-1: what the options keep at home is kept at home by this virtual node too. */
  void keepHomebound(VirtualNode virtualNode, VkOptionsTemplateSpec options) {
    @Nullable OffloadingPatch patch = virtualNode.getSpec().offloadingPatch();
    List<String> labels = patch == null ? List.of() : patch.labelsNotReflected();
    List<String> annotations = patch == null ? List.of() : patch.annotationsNotReflected();
    boolean complete =
        labels.containsAll(options.labelsNotReflected())
            && annotations.containsAll(options.annotationsNotReflected());
    if (!complete) {
      Map<String, Object> lists =
          Map.of(
              "labelsNotReflected", union(labels, options.labelsNotReflected()),
              "annotationsNotReflected", union(annotations, options.annotationsNotReflected()));
      api.patch(
          VIRTUAL_NODES,
          Ref.of(virtualNode),
          Patch.merge(Map.of("spec", Map.of("offloadingPatch", lists))));
    }
  }

  private static List<String> union(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).distinct().toList();
  }

  /** VN-4: one map for each provider. */
  void keepMap(VirtualNode virtualNode) {
    String provider = provider(virtualNode);
    Ref ref = new Ref(virtualNode.getMetadata().getNamespace(), provider);
    if (provider.isEmpty() || feeds.maps().get(ref).isPresent()) {
      return;
    }
    NamespaceMap map = new NamespaceMap();
    map.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(ref.namespace())
            .withName(provider)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
            .addToLabels(Labels.REPLICATION, Labels.TRUE)
            .addToLabels(Labels.REMOTE_ID, provider)
            .build());
    map.setSpec(new NamespaceMapSpec(Map.of()));
    try {
      feeds.maps().seen(api.create(MAPS, map));
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.EXISTS)) {
        throw failure;
      }
    }
  }

  /**
   * The map goes with the last virtual node of its provider, and all twins go with the map: the
   * others are asked for once more, since a list may be short (T-14).
   */
  void deleteMapAfterLast(VirtualNode virtualNode) {
    String provider = provider(virtualNode);
    Ref ref = new Ref(virtualNode.getMetadata().getNamespace(), provider);
    Optional<NamespaceMap> map = feeds.maps().get(ref);
    boolean last =
        api.list(VIRTUAL_NODES, Scope.ALL).stream()
            .filter(other -> provider.equals(other.getSpec().clusterID()))
            .allMatch(
                other -> other.getMetadata().getUid().equals(virtualNode.getMetadata().getUid()));
    if (map.isPresent() && last) {
      feeds.maps().delete(ref, map.get().getMetadata().getUid(), null);
    }
  }

  void deleteNode(Node node) {
    feeds.nodes().delete(Ref.of(node), node.getMetadata().getUid(), null);
  }

  /** §2.8: the peer is not known any more, or was given up and does not answer. */
  boolean providerIsDead(VirtualNode virtualNode) {
    if (KubeletArguments.isBare(virtualNode)) {
      // Nobody follows its state: only people can give it up.
      return Labels.TRUE.equals(
          Frozen.map(virtualNode.getMetadata().getAnnotations())
              .get(Annotations.PERMANENTLY_UNREACHABLE));
    }
    Ref ref = Ref.cluster(provider(virtualNode));
    Optional<ForeignCluster> known = feeds.foreignClusters().get(ref);
    if (known.isEmpty()) {
      return Absence.ofName(api, PEERS, ref);
    }
    Map<String, String> annotations = known.get().getMetadata().getAnnotations();
    boolean givenUp =
        annotations != null
            && Labels.TRUE.equals(annotations.get(Annotations.PERMANENTLY_UNREACHABLE));
    return givenUp && !known.get().answers();
  }

  /** Sets one part of the status and says what the virtual node is then. */
  VirtualNode report(
      VirtualNode virtualNode, VirtualNodePart part, VirtualNodeState state, String message) {
    @Nullable VirtualNodeStatus before = virtualNode.getStatus();
    VirtualNodeStatus now =
        VirtualNodeStates.with(
            before, part, state, message, clock.instant().truncatedTo(ChronoUnit.SECONDS));
    if (now.equals(before)) {
      return virtualNode;
    }
    VirtualNode written =
        api.patch(
            VIRTUAL_NODES,
            Ref.of(virtualNode),
            Patch.merge(
                    Map.of(
                        "metadata",
                        Map.of("uid", virtualNode.getMetadata().getUid()),
                        "status",
                        now))
                .to("status"));
    feeds.virtualNodes().seen(written);
    return written;
  }

  boolean hasFinalizer(VirtualNode virtualNode) {
    return virtualNode.getMetadata().getFinalizers().contains(Finalizers.VIRTUAL_NODE);
  }

  void keepFinalizer(VirtualNode virtualNode) {
    if (!hasFinalizer(virtualNode)) {
      List<String> finalizers = new ArrayList<>(virtualNode.getMetadata().getFinalizers());
      finalizers.add(Finalizers.VIRTUAL_NODE);
      setFinalizers(virtualNode, finalizers);
    }
  }

  void dropFinalizer(VirtualNode virtualNode) {
    setFinalizers(
        virtualNode,
        virtualNode.getMetadata().getFinalizers().stream()
            .filter(name -> !name.equals(Finalizers.VIRTUAL_NODE))
            .toList());
  }

  /** With the version it was read at: others have finalizers in the same list. */
  private void setFinalizers(VirtualNode virtualNode, List<String> finalizers) {
    api.patch(
        VIRTUAL_NODES,
        Ref.of(virtualNode),
        Patch.merge(
            Map.of(
                "metadata",
                Map.of(
                    "uid", virtualNode.getMetadata().getUid(),
                    "resourceVersion", virtualNode.getMetadata().getResourceVersion(),
                    "finalizers", finalizers))));
  }

  static String provider(VirtualNode virtualNode) {
    @Nullable String provider = virtualNode.getSpec().clusterID();
    return provider == null ? "" : provider;
  }
}
