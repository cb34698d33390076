package io.sluice.manager.consumer.virtualnodes;

import static io.sluice.api.offloading.VirtualNodePart.NODE;
import static io.sluice.api.offloading.VirtualNodePart.VIRTUAL_KUBELET;
import static io.sluice.api.offloading.VirtualNodeState.CREATING;
import static io.sluice.api.offloading.VirtualNodeState.DELETING;
import static io.sluice.api.offloading.VirtualNodeState.DRAINING;
import static io.sluice.api.offloading.VirtualNodeState.NONE;
import static io.sluice.api.offloading.VirtualNodeState.RUNNING;

import io.fabric8.kubernetes.api.model.Node;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.ConsumerFeeds.Topic;
import io.sluice.translate.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs one kubelet for each VirtualNode (§2.2) and ends it in order (§2.8). No step waits: what is
 * not done yet is looked at again, so that a virtual node that is stuck holds up no other.
 */
public final class VirtualNodeController implements Controller {
  private static final Duration DRAIN_AGAIN = Duration.ofSeconds(3);
  private static final Duration STOP_AGAIN = Duration.ofMillis(500);

  /** Tokens of local kubelets are renewed on the way. */
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

  private final ConsumerFeeds feeds;
  private final VirtualNodeObjects objects;
  private final KubeletRights rights;
  private final KubeletRunner kubelets;
  private final KubeletOptions options;
  private final Drain drain;
  private final Events events;
  private final Loop<Ref> loop;

  /** What the steps are done with. */
  public record Parts(
      VirtualNodeObjects objects,
      KubeletRights rights,
      KubeletOptions options,
      Drain drain,
      Events events) {}

  /**
   * @param runner makes where kubelets run, given whom to tell of their changes
   */
  public VirtualNodeController(ConsumerFeeds feeds, Parts parts, RunnerMaker runner) {
    this.feeds = feeds;
    this.objects = parts.objects();
    this.rights = parts.rights();
    this.options = parts.options();
    this.drain = parts.drain();
    this.events = parts.events();
    this.loop = new Loop<>("virtual-nodes", this::reconcile, Failures.logged("virtual node"));
    this.kubelets = runner.make(loop.queue()::add);
    feeds.listen(this::changed);
    rights.listen(this::enqueueAll);
    options.listen(this::enqueueAll);
  }

  /** Where kubelets run. */
  @FunctionalInterface
  public interface RunnerMaker {
    KubeletRunner make(Consumer<Ref> changed);
  }

  private void changed(Topic topic, Ref ref) {
    switch (topic) {
      case VIRTUAL_NODE -> loop.queue().add(ref);
      case NODE, MAP, FOREIGN_CLUSTER, SYNCED -> enqueueAll();
      case NAMESPACE, OFFLOADING, RULE -> {}
    }
  }

  private void enqueueAll() {
    feeds.virtualNodes().all().forEach(virtualNode -> loop.queue().add(Ref.of(virtualNode)));
  }

  @Override
  public void start() {
    options.start();
    loop.start(8);
  }

  private Next reconcile(Ref ref) {
    if (!feeds.synced() || !rights.synced() || !options.synced()) {
      return Next.REST;
    }
    Optional<VirtualNode> known = feeds.virtualNodes().get(ref);
    if (known.isEmpty()) {
      return kubelets.stop(ref) ? Next.REST : Next.again(STOP_AGAIN);
    }
    VirtualNode virtualNode = known.get();
    return virtualNode.getMetadata().getDeletionTimestamp() == null
        ? run(virtualNode)
        : remove(virtualNode);
  }

  private Next run(VirtualNode virtualNode) {
    Optional<String> taken = objects.nameTaken(virtualNode);
    if (taken.isPresent()) {
      return refuse(virtualNode, Reasons.NAME_CONFLICT, taken.get());
    }
    return switch (options.order(virtualNode)) {
      case Outcome.Failed<KubeletOrder>(String why) -> refuse(virtualNode, Reasons.INVALID, why);
      case Outcome.Ok<KubeletOrder>(KubeletOrder order) -> run(order);
    };
  }

  private Next refuse(VirtualNode virtualNode, String reason, String why) {
    events.warn(virtualNode, reason, why);
    objects.report(virtualNode, VIRTUAL_KUBELET, NONE, why);
    return Next.again(LOOK_AGAIN);
  }

  private Next run(KubeletOrder order) {
    VirtualNode virtualNode = order.virtualNode();
    objects.keepFinalizer(virtualNode);
    objects.keepMap(virtualNode);
    objects.keepHomebound(virtualNode, order.options());
    KubeletRunner.State state = kubelets.run(order, rights.grant(virtualNode));
    VirtualNode now =
        objects.report(
            virtualNode, VIRTUAL_KUBELET, state.running() ? RUNNING : CREATING, state.message());
    if (!KubeletArguments.createsNode(virtualNode, order.options())) {
      return withoutNode(now);
    }
    objects.report(now, NODE, node(now).isPresent() ? RUNNING : CREATING, "");
    return Next.again(LOOK_AGAIN);
  }

  /** The Node goes, the kubelet goes on reflecting. */
  private Next withoutNode(VirtualNode virtualNode) {
    Optional<Node> node = node(virtualNode);
    if (node.isPresent()) {
      if (!emptied(virtualNode, node.get())) {
        return Next.again(DRAIN_AGAIN);
      }
      objects.report(virtualNode, NODE, DELETING, "");
      objects.deleteNode(node.get());
    }
    objects.report(virtualNode, NODE, NONE, "");
    return Next.again(LOOK_AGAIN);
  }

  private Next remove(VirtualNode virtualNode) {
    if (!objects.hasFinalizer(virtualNode)) {
      return kubelets.stop(Ref.of(virtualNode)) ? Next.REST : Next.again(STOP_AGAIN);
    }
    Optional<Node> node = node(virtualNode);
    if (node.isPresent() && !emptied(virtualNode, node.get())) {
      return Next.again(DRAIN_AGAIN);
    }
    VirtualNode now = objects.report(virtualNode, VIRTUAL_KUBELET, DELETING, "");
    if (!kubelets.stop(Ref.of(virtualNode)) || !rights.revoke(virtualNode)) {
      return Next.again(STOP_AGAIN);
    }
    if (node.isPresent()) {
      now = objects.report(now, NODE, DELETING, "");
      objects.deleteNode(node.get());
    }
    objects.deleteMapAfterLast(virtualNode);
    objects.dropFinalizer(now);
    return Next.REST;
  }

  private boolean emptied(VirtualNode virtualNode, Node node) {
    drain.cordon(node);
    List<String> left =
        drain.step(node.getMetadata().getName(), objects.providerIsDead(virtualNode));
    if (left.isEmpty()) {
      return true;
    }
    String message = left.size() + " pods are left: " + String.join("; ", left);
    objects.report(
        virtualNode, NODE, DRAINING, message.length() > 900 ? message.substring(0, 900) : message);
    return false;
  }

  private Optional<Node> node(VirtualNode virtualNode) {
    return feeds.nodes().get(Ref.cluster(virtualNode.getMetadata().getName()));
  }

  @Override
  public void close() {
    loop.close();
    options.close();
    kubelets.close();
  }
}
