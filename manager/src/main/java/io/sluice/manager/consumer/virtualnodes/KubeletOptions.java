package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VkOptionsTemplate;
import io.sluice.api.offloading.VkOptionsTemplateSpec;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.translate.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Options of kubelets: those that a VirtualNode names, else those of the installation (VN-1). */
public final class KubeletOptions implements Controller {
  /** What holds where nobody has written a template. */
  private static final VkOptionsTemplateSpec BUILT_IN =
      Json.convert(
          Map.of("createNode", true, "disableNetworkCheck", false, "metricsEnabled", false),
          VkOptionsTemplateSpec.class);

  private final KubeletArguments arguments;
  private final Ref standard;
  private final Feed<VkOptionsTemplate> templates;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  public KubeletOptions(Api api, String clusterId, String systemNamespace) {
    this.arguments = new KubeletArguments(clusterId);
    this.standard = new Ref(systemNamespace, Names.DEFAULT_OPTIONS_TEMPLATE);
    this.templates =
        new Feed<>(
            api,
            Kind.of(VkOptionsTemplate.class),
            Scope.ALL,
            new Feed.Listener<>() {
              @Override
              public void changed(Ref ref, @Nullable VkOptionsTemplate now) {
                listeners.forEach(Runnable::run);
              }

              @Override
              public void synced() {
                listeners.forEach(Runnable::run);
              }
            });
  }

  void listen(Runnable listener) {
    listeners.add(listener);
  }

  boolean synced() {
    return templates.synced();
  }

  /** What a virtual node's kubelet is to be started with. */
  Outcome<KubeletOrder> order(VirtualNode virtualNode) {
    return switch (of(virtualNode)) {
      case Outcome.Ok<VkOptionsTemplateSpec>(VkOptionsTemplateSpec spec) ->
          Outcome.ok(arguments.order(virtualNode, spec));
      case Outcome.Failed<VkOptionsTemplateSpec>(String why) -> Outcome.failed(why);
    };
  }

  private Outcome<VkOptionsTemplateSpec> of(VirtualNode virtualNode) {
    @Nullable ObjectReference named = virtualNode.getSpec().vkOptionsTemplateRef();
    if (named == null) {
      return Outcome.ok(templates.get(standard).map(VkOptionsTemplate::getSpec).orElse(BUILT_IN));
    }
    Ref ref =
        new Ref(
            named.getNamespace() == null
                ? virtualNode.getMetadata().getNamespace()
                : named.getNamespace(),
            named.getName());
    return templates
        .get(ref)
        .map(template -> Outcome.ok(template.getSpec()))
        .orElseGet(() -> Outcome.failed("there is no VkOptionsTemplate " + ref));
  }

  @Override
  public void start() {
    templates.start();
  }

  @Override
  public void close() {
    templates.close();
  }
}
