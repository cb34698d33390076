package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.Namespace;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.ConsumerFeeds.Topic;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets kubelets of a provider work in exactly the namespaces that are extended to it (D-12a): from
 * the moment a twin is wanted there until the last of it is gone.
 */
public final class NamespaceRightsController implements Controller {
  private final ConsumerFeeds feeds;
  private final KubeletRights rights;
  private final Loop<String> loop;

  public NamespaceRightsController(ConsumerFeeds feeds, KubeletRights rights) {
    this.feeds = feeds;
    this.rights = rights;
    this.loop =
        new Loop<>("namespace-rights", this::reconcile, Failures.logged("rights in namespace"));
    feeds.listen(this::changed);
    rights.listen(this::enqueueAll);
  }

  private void changed(Topic topic, Ref ref) {
    switch (topic) {
      case NAMESPACE -> loop.queue().add(ref.name());
      case MAP, VIRTUAL_NODE, SYNCED -> enqueueAll();
      case OFFLOADING, RULE, NODE, FOREIGN_CLUSTER -> {}
    }
  }

  private void enqueueAll() {
    Set<String> namespaces = new HashSet<>();
    feeds.maps().all().forEach(map -> namespaces.addAll(extended(map)));
    rights.opened().forEach(namespaces::add);
    namespaces.forEach(loop.queue()::add);
  }

  @Override
  public void start() {
    loop.start(2);
  }

  private Next reconcile(String name) {
    boolean there =
        feeds.synced()
            && rights.synced()
            && feeds.namespaces().get(Ref.cluster(name)).filter(this::isLiving).isPresent();
    if (!there) {
      return Next.REST;
    }
    Set<String> wanted = new HashSet<>();
    for (NamespaceMap map : feeds.maps().all()) {
      String provider = map.getMetadata().getName();
      List<VirtualNode> virtualNodes = virtualNodes(provider);
      if (extended(map).contains(name) && !virtualNodes.isEmpty()) {
        wanted.add(provider);
        rights.open(name, provider, virtualNodes);
      }
    }
    rights.openTo(name).stream()
        .filter(provider -> !wanted.contains(provider))
        .forEach(provider -> rights.shut(name, provider));
    return Next.REST;
  }

  /** Nothing can be created in a namespace that is on its way out. */
  private boolean isLiving(Namespace namespace) {
    return namespace.getMetadata().getDeletionTimestamp() == null;
  }

  private List<VirtualNode> virtualNodes(String provider) {
    return feeds.virtualNodes().all().stream()
        .filter(virtualNode -> provider.equals(virtualNode.getSpec().clusterID()))
        .toList();
  }

  private static Set<String> extended(NamespaceMap map) {
    Set<String> namespaces = new HashSet<>();
    if (map.getSpec() != null) {
      namespaces.addAll(map.getSpec().desiredMapping().keySet());
    }
    if (map.getStatus() != null) {
      namespaces.addAll(map.getStatus().currentMapping().keySet());
    }
    return namespaces;
  }

  @Override
  public void close() {
    loop.close();
  }
}
