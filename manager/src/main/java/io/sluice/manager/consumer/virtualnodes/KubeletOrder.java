package io.sluice.manager.consumer.virtualnodes;

import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VkOptionsTemplateSpec;
import io.sluice.engine.kube.Ref;
import java.util.List;

/**
 * What a kubelet is to be started with.
 *
 * @param arguments the flags of §2.1, without those of the place where it runs
 * @param fingerprint changes when a running kubelet has to be replaced (VN-3)
 */
public record KubeletOrder(
    VirtualNode virtualNode,
    VkOptionsTemplateSpec options,
    List<String> arguments,
    String fingerprint) {
  public KubeletOrder {
    arguments = List.copyOf(arguments);
  }

  public Ref ref() {
    return Ref.of(virtualNode);
  }
}
