package io.sluice.kubelet.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Breaker;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.translate.node.HeldDeletions;
import io.sluice.translate.node.KubeletFacts;
import io.sluice.translate.node.LentFacts;
import io.sluice.translate.node.LentLabels;
import io.sluice.translate.node.NodeChange;
import io.sluice.translate.node.NodeHealth;
import io.sluice.translate.node.NodeObject;
import io.sluice.translate.pod.twin.TwinContext;
import io.sluice.translate.share.Amounts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the Node as the VirtualNode, the peer's state and the provider's pulse say (§2.4–2.6). It
 * follows its own Node too, so that an edit by hand is mended and a lost Node comes back within the
 * time that PodGC leaves (D-12b).
 */
public final class NodeKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeKeeper.class);
  private static final Kind<Node> NODES = Kind.of(Node.class);
  private static final String KEY = "node";
  private static final String LOSS = "the Node object vanished unplanned";
  private static final String HELD =
      "; twins whose local pods are gone are kept until somebody runs: sluice resume ";
  private static final Duration SOON = Duration.ofMillis(50);

  /** Nodes with a lease say their conditions this often even when nothing changed. */
  private static final Duration HEARTBEAT = Duration.ofMinutes(5);

  private final Api home;
  private final KubeletOptions options;
  private final KubeletFacts facts;
  private final Clock clock;
  private final Breaker breaker;
  private final Events events;
  private final Loop<String> loop;
  private final Feed<VirtualNode> virtualNodes;
  private final Feed<Node> nodes;
  private final Feed<ForeignCluster> peers;
  private volatile boolean reachable = true;
  private Instant written = Instant.EPOCH; // only the loop's one worker touches it
  private @Nullable LeaseKeeper lease; // likewise
  private boolean registered; // likewise
  private boolean followsPeer; // likewise
  private @Nullable String resumed; // likewise
  private @Nullable String announced; // likewise

  /**
   * @param breaker trips when the Node vanished though nobody planned it
   */
  public NodeKeeper(
      Api home, KubeletOptions options, KubeletFacts facts, Clock clock, Breaker breaker) {
    this.home = home;
    this.options = options;
    this.facts = facts;
    this.clock = clock;
    this.breaker = breaker;
    this.events = new Events(home, "sluice-kubelet", options.nodeName(), clock);
    this.loop = new Loop<>("node", this::reconcile, Failures.logged("node"));
    Scope me = Scope.fields("metadata.name=" + options.nodeName());
    this.virtualNodes =
        new Feed<>(
            home,
            Kind.of(VirtualNode.class),
            new Scope(options.peer().tenantNamespace(), null, me.fieldSelector()),
            (_, _) -> loop.queue().add(KEY));
    this.nodes = new Feed<>(home, NODES, me, (_, _) -> loop.queue().add(KEY));
    this.peers =
        new Feed<>(
            home,
            Kind.of(ForeignCluster.class),
            Scope.fields("metadata.name=" + options.peer().provider()),
            (_, _) -> loop.queue().add(KEY));
    breaker.listen(() -> loop.queue().add(KEY)); // at once: this process may not live for long
  }

  public void start() {
    virtualNodes.start();
    nodes.start();
    loop.start(1);
    loop.queue().add(KEY);
  }

  public void linkChanged(boolean reachableNow) {
    reachable = reachableNow;
    loop.queue().add(KEY);
  }

  /** What the VirtualNode puts on every pod that passes it. */
  public OffloadingPatch offloadingPatch() {
    return virtualNodes
        .get(new Ref(options.peer().tenantNamespace(), options.nodeName()))
        .map(virtualNode -> virtualNode.getSpec().offloadingPatch())
        .orElse(TwinContext.NO_PATCH);
  }

  /** What the VirtualNode keeps at home; empty until it is known, so that nothing slips out. */
  public Optional<OffloadingPatch> knownPatch() {
    return virtualNodes
        .get(new Ref(options.peer().tenantNamespace(), options.nodeName()))
        .map(virtualNode -> virtualNode.getSpec().offloadingPatch())
        .or(() -> known() ? Optional.of(TwinContext.NO_PATCH) : Optional.empty());
  }

  private boolean known() {
    Ref ref = new Ref(options.peer().tenantNamespace(), options.nodeName());
    return virtualNodes.get(ref).isPresent();
  }

  private Next reconcile(String key) {
    if (!virtualNodes.synced() || !nodes.synced()) {
      return Next.again(SOON);
    }
    Ref ref = new Ref(options.peer().tenantNamespace(), options.nodeName());
    @Nullable VirtualNode virtualNode = virtualNodes.get(ref).orElse(null);
    if (virtualNode != null && checksNetwork(virtualNode) && !isPeerKnown()) {
      return Next.again(SOON);
    }
    @Nullable Node current = nodes.get(Ref.cluster(options.nodeName())).orElse(null);
    settle(virtualNode, current);
    if (virtualNode == null
        || virtualNode.getMetadata().getDeletionTimestamp() != null
        || !said(virtualNode.getSpec().createNode(), options.node().create())) {
      return Next.REST; // the Node is drained and removed by the manager (§2.8)
    }
    LentFacts lent = LentLabels.read(virtualNode.getSpec().labels());
    Node wanted = NodeObject.of(virtualNode, facts, lent);
    NodeHealth health = health(virtualNode, wanted);
    if (current == null) {
      register(wanted, health);
    } else if (current.getMetadata().getDeletionTimestamp() == null) {
      align(current, wanted, health);
      keepLease(current);
    }
    announce(virtualNode);
    return Next.again(HEARTBEAT);
  }

  /**
   * What an earlier process held stays held, and a person who has looked says so by a new value;
   * what was there at the start says it only if it is younger than what is held.
   */
  private void settle(@Nullable VirtualNode virtualNode, @Nullable Node current) {
    String said =
        virtualNode == null
            ? ""
            : Frozen.map(virtualNode.getMetadata().getAnnotations())
                .getOrDefault(Annotations.RESUME, "");
    if (!breaker.isSettled()) {
      breaker.settle(
          HeldDeletions.on(current)
              .filter(held -> !held.isResumedBy(said))
              .map(HeldDeletions::why)
              .orElse(null));
    } else if (resumed != null && !said.equals(resumed)) {
      LOG.atInfo().addKeyValue("node", options.nodeName()).log("deletions go on");
      breaker.resume();
    }
    resumed = said;
  }

  /** Once for each time that it trips; the condition stays for those who come later. */
  private void announce(VirtualNode virtualNode) {
    @Nullable String held = breaker.tripped();
    if (held != null && !held.equals(announced)) {
      events.warn(virtualNode, Reasons.DELETIONS_HELD, held + HELD + options.nodeName());
    }
    announced = held;
  }

  private NodeHealth health(VirtualNode virtualNode, Node wanted) {
    Amounts lent = Amounts.ofValid(wanted.getStatus().getAllocatable());
    boolean resources = lent.get("cpu").signum() > 0 && lent.get("memory").signum() > 0;
    boolean check = checksNetwork(virtualNode);
    @Nullable ForeignCluster peer = peers.get(Ref.cluster(options.peer().provider())).orElse(null);
    return new NodeHealth(resources, reachable, NodeHealth.network(check, peer));
  }

  private boolean checksNetwork(VirtualNode virtualNode) {
    return !said(virtualNode.getSpec().disableNetworkCheck(), !options.node().checkNetwork());
  }

  /** The peer is followed from when somebody wants to know how its network is. */
  private boolean isPeerKnown() {
    if (!followsPeer) {
      followsPeer = true;
      peers.start();
    }
    return peers.synced();
  }

  /** The VirtualNode's own word counts more than the options of all. */
  private static boolean said(@Nullable Boolean own, boolean options) {
    return own == null ? options : own;
  }

  private void register(Node wanted, NodeHealth health) {
    if (registered) {
      LOG.atWarn().addKeyValue("node", options.nodeName()).log("the Node vanished, making it anew");
      breaker.trip(LOSS);
    }
    Instant now = clock.instant();
    List<NodeCondition> conditions = health.conditions(List.of(), now, breaker.tripped());
    Node complete =
        new NodeBuilder(wanted).editStatus().withConditions(conditions).endStatus().build();
    nodes.seen(home.create(NODES, complete));
    written = now;
    LOG.atInfo().addKeyValue("node", options.nodeName()).log("registered");
  }

  private void align(Node current, Node wanted, NodeHealth health) {
    Ref ref = Ref.of(current);
    Instant now = clock.instant();
    NodeChange.object(current, wanted)
        .ifPresent(change -> nodes.seen(home.patch(NODES, ref, Patch.strategic(change))));
    List<NodeCondition> conditions =
        health.conditions(current.getStatus().getConditions(), now, breaker.tripped());
    boolean heartbeat = !now.isBefore(written.plus(HEARTBEAT));
    NodeChange.status(current, wanted, conditions, heartbeat)
        .ifPresent(
            change -> {
              nodes.seen(home.patch(NODES, ref, Patch.strategic(change).to("status")));
              written = now;
            });
  }

  private void keepLease(Node node) {
    registered = true;
    LeaseKeeper known = lease;
    if (known != null && known.isOf(node)) {
      return;
    }
    if (known != null) {
      known.close();
    }
    lease = new LeaseKeeper(home, reference(node), options.nodeLease(), clock).start();
  }

  private static OwnerReference reference(Node node) {
    return new OwnerReferenceBuilder()
        .withApiVersion(node.getApiVersion())
        .withKind(node.getKind())
        .withName(node.getMetadata().getName())
        .withUid(node.getMetadata().getUid())
        .build();
  }

  @Override
  public void close() {
    loop.close();
    virtualNodes.close();
    nodes.close();
    peers.close();
    LeaseKeeper keeper = lease;
    if (keeper != null) {
      keeper.close();
    }
  }
}
