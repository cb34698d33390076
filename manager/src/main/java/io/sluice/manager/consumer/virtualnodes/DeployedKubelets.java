package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.guard.Keeper;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Kubelets as Deployments beside their VirtualNodes, for a manager that runs in the cluster. */
public final class DeployedKubelets implements KubeletRunner {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);

  private final Api api;
  private final Feed<Deployment> deployments;
  private final Keeper<Deployment> keeper;

  /**
   * @param changed told of the VirtualNode whose Deployment changed
   */
  public DeployedKubelets(Api api, Consumer<Ref> changed) {
    this.api = api;
    this.deployments =
        new Feed<>(
            api,
            Kind.of(Deployment.class),
            Scope.ALL.labels(Labels.COMPONENT + "=" + Labels.COMPONENT_VIRTUAL_KUBELET),
            (ref, _) -> changed.accept(new Ref(ref.namespace(), virtualNode(ref))));
    this.keeper = new Keeper<>(api, deployments, Names.FIELD_MANAGER);
    this.deployments.start();
  }

  @Override
  public State run(KubeletOrder order, ServiceAccount account) {
    if (!deployments.synced()) {
      return new State(false, "Deployments are not known yet");
    }
    if (order.options().containerImage() == null) {
      return new State(false, "no VkOptionsTemplate says which image to run");
    }
    Deployment deployment = keeper.keep(KubeletDeployment.of(order));
    @Nullable Integer ready =
        deployment.getStatus() == null ? null : deployment.getStatus().getReadyReplicas();
    String name = deployment.getMetadata().getName();
    return ready != null && ready > 0
        ? new State(true, "Deployment " + name)
        : new State(false, "Deployment " + name + " has no ready pod yet");
  }

  /** Nothing is left when the last pod is gone: two kubelets must never serve one node. */
  @Override
  public boolean stop(Ref virtualNode) {
    return keeper.remove(KubeletDeployment.ref(virtualNode))
        && api.list(
                PODS,
                Scope.namespace(virtualNode.namespace())
                    .labels(Labels.VIRTUAL_NODE + "=" + virtualNode.name()))
            .isEmpty();
  }

  private static String virtualNode(Ref deployment) {
    return deployment.name().startsWith("vk-") ? deployment.name().substring(3) : "";
  }

  @Override
  public void close() {
    deployments.close();
  }
}
