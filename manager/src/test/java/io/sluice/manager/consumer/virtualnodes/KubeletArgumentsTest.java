package io.sluice.manager.consumer.virtualnodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodeSpec;
import io.sluice.api.offloading.VkOptionsTemplateSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class KubeletArgumentsTest {
  private static final KubeletArguments ARGUMENTS = new KubeletArguments("milan");

  @Test
  void saysWhoIsWhoAndNothingThatIsUnsaid() {
    assertThat(order(Map.of(), Map.of()).arguments())
        .containsExactly(
            "--nodename=rome",
            "--tenant-namespace=liqo-tenant-rome",
            "--home-cluster-id=milan",
            "--foreign-cluster-id=rome",
            "--foreign-kubeconfig-secret-name=kubeconfig-rome",
            "--create-node=true",
            "--node-check-network=true");
  }

  @Test
  void takesTheMarkedClassElseTheFirst() {
    KubeletOrder order =
        order(
            Map.of(
                "storageClasses",
                List.of(
                    Map.of("storageClassName", "slow"),
                    Map.of("storageClassName", "fast", "default", true)),
                "ingressClasses",
                List.of(Map.of("ingressClassName", "first"), Map.of("ingressClassName", "second"))),
            Map.of());

    assertThat(order.arguments())
        .contains(
            "--enable-storage=true",
            "--remote-real-storage-class-name=fast",
            "--enable-ingress=true",
            "--remote-real-ingress-class-name=first")
        .noneMatch(flag -> flag.contains("load-balancer"));
  }

  @Test
  void theVirtualNodeOverridesTheTemplateAndExtraArgumentsOverrideBoth() {
    KubeletOrder order =
        order(
            Map.of("createNode", false, "disableNetworkCheck", true),
            Map.of(
                "reflectorsConfig",
                Map.of("secret", Map.of("workers", 0, "type", "AllowList")),
                "extraArgs",
                List.of("--nodename=other", "--enable-apiserver-support")));

    assertThat(order.arguments())
        .contains(
            "--create-node=false",
            "--node-check-network=false",
            "--secret-reflection-workers=0",
            "--secret-reflection-type=AllowList",
            "--nodename=other",
            "--enable-apiserver-support")
        .doesNotContain("--nodename=rome");
  }

  @Test
  void anyChangeOfTheOffloadingPatchAsksForAnotherKubelet() {
    KubeletOrder plain = order(Map.of(), Map.of());
    KubeletOrder patched =
        order(Map.of("offloadingPatch", Map.of("runtimeClassName", "kata")), Map.of());

    assertThat(patched.arguments()).isEqualTo(plain.arguments());
    assertThat(patched.fingerprint()).isNotEqualTo(plain.fingerprint());
    assertThat(order(Map.of(), Map.of()).fingerprint()).isEqualTo(plain.fingerprint());
  }

  /** VN-2. */
  @Test
  void theDeploymentRunsUnderTheNodesOwnAccount() {
    KubeletOrder order = order(Map.of(), Map.of("replicas", 2, "extraLabels", Map.of("a", "b")));

    Deployment deployment = KubeletDeployment.of(order);

    assertThat(deployment.getMetadata().getName()).isEqualTo("vk-rome");
    assertThat(deployment.getMetadata().getNamespace()).isEqualTo("liqo-tenant-rome");
    assertThat(deployment.getSpec().getReplicas()).isEqualTo(2);
    assertThat(deployment.getSpec().getSelector().getMatchLabels())
        .isEqualTo(
            Map.of(
                Labels.COMPONENT, Labels.COMPONENT_VIRTUAL_KUBELET,
                Labels.REMOTE_CLUSTER_ID, "rome",
                Labels.VIRTUAL_NODE, "rome"));
    assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels())
        .containsEntry("a", "b")
        .containsAllEntriesOf(deployment.getSpec().getSelector().getMatchLabels());
    assertThat(deployment.getSpec().getTemplate().getMetadata().getAnnotations())
        .containsEntry(Annotations.OFFLOADING_PATCH_HASH, order.fingerprint());
    assertThat(deployment.getSpec().getTemplate().getSpec().getServiceAccountName())
        .isEqualTo("rome");
    assertThat(deployment.getSpec().getTemplate().getSpec().getContainers())
        .singleElement()
        .extracting(Container::getArgs)
        .asInstanceOf(InstanceOfAssertFactories.list(String.class))
        .startsWith("kubelet", "--nodename=rome")
        .endsWith("--node-ip=$(POD_IP)");
  }

  @Test
  void theKubeletMayDoNothingToItsMachine() {
    assertThat(
            KubeletDeployment.of(order(Map.of(), Map.of()))
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers())
        .extracting(Container::getSecurityContext)
        .singleElement()
        .satisfies(
            context -> {
              assertThat(context.getRunAsNonRoot()).isTrue();
              assertThat(context.getReadOnlyRootFilesystem()).isTrue();
              assertThat(context.getAllowPrivilegeEscalation()).isFalse();
              assertThat(context.getCapabilities().getDrop()).containsExactly("ALL");
              assertThat(context.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
            });
  }

  private static KubeletOrder order(Map<String, Object> spec, Map<String, Object> options) {
    Map<String, Object> whole = new HashMap<>(spec);
    whole.put("clusterID", "rome");
    whole.put("kubeconfigSecretRef", Map.of("name", "kubeconfig-rome"));
    VirtualNode virtualNode = new VirtualNode();
    virtualNode.setMetadata(
        new ObjectMetaBuilder().withNamespace("liqo-tenant-rome").withName("rome").build());
    virtualNode.setSpec(Json.convert(whole, VirtualNodeSpec.class));
    Map<String, Object> template = new HashMap<>(options);
    template.put("createNode", true);
    template.put("containerImage", "sluice");
    return ARGUMENTS.order(virtualNode, Json.convert(template, VkOptionsTemplateSpec.class));
  }
}
