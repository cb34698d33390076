package io.sluice.cli.install;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.sluice.api.offloading.VkOptionsTemplate;
import io.sluice.api.offloading.VkOptionsTemplateSpec;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Json;
import java.util.List;
import java.util.Map;

/** What runs in the cluster: the manager, and how it starts kubelets. */
final class Workload {
  private Workload() {}

  static final int REPLICAS = 2;
  static final int METRICS_PORT = 8082;
  private static final String METRICS = "metrics";
  private static final int LOWEST_FREE_PORT = 1024;
  private static final int HIGHEST_PORT = 65535;
  private static final long USER = 65532;
  private static final String HOSTNAME = "kubernetes.io/hostname";
  private static final Map<String, String> SELECTOR = Map.of(Labels.APP_NAME, Names.MANAGER);

  static List<HasMetadata> of(Wishes wishes, Wishes.Running running) {
    return List.of(
        kubelets(wishes, running), deployment(wishes, running), budget(wishes), closed(wishes));
  }

  /** Two: one works, the other takes over within seconds of its end. */
  private static Deployment deployment(Wishes wishes, Wishes.Running running) {
    return new DeploymentBuilder()
        .withMetadata(metadata(wishes, Names.MANAGER))
        .withNewSpec()
        .withReplicas(REPLICAS)
        .withNewSelector()
        .withMatchLabels(SELECTOR)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(SELECTOR)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .endMetadata()
        .withSpec(pod(wishes, running))
        .endTemplate()
        .endSpec()
        .build();
  }

  private static PodSpec pod(Wishes wishes, Wishes.Running running) {
    return new PodSpecBuilder()
        .withServiceAccountName(Names.MANAGER)
        .withAutomountServiceAccountToken(true)
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .withRunAsUser(USER)
        .withRunAsGroup(USER)
        .withNewSeccompProfile(null, "RuntimeDefault")
        .endSecurityContext()
        // A manager on a borrowed node would depend on what it keeps.
        .withNewAffinity()
        .withNewNodeAffinity()
        .withNewRequiredDuringSchedulingIgnoredDuringExecution()
        .addNewNodeSelectorTerm()
        .addNewMatchExpression()
        .withKey(Labels.TYPE)
        .withOperator("NotIn")
        .withValues(Labels.TYPE_VIRTUAL_NODE)
        .endMatchExpression()
        .endNodeSelectorTerm()
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endNodeAffinity()
        .endAffinity()
        .addNewTopologySpreadConstraint()
        .withMaxSkew(1)
        .withTopologyKey(HOSTNAME)
        .withWhenUnsatisfiable("ScheduleAnyway")
        .withNewLabelSelector()
        .withMatchLabels(SELECTOR)
        .endLabelSelector()
        .endTopologySpreadConstraint()
        .withContainers(container(wishes, running))
        .build();
  }

  private static Container container(Wishes wishes, Wishes.Running running) {
    return new ContainerBuilder()
        .withName("manager")
        .withImage(running.image())
        .withImagePullPolicy("IfNotPresent")
        .withArgs(
            "manager",
            "--namespace=" + wishes.namespace(),
            "--api-server-url=" + running.apiServer(),
            "--metrics-address=:" + METRICS_PORT)
        .addNewPort()
        .withName(METRICS)
        .withContainerPort(METRICS_PORT)
        .endPort()
        .withReadinessProbe(answers(3))
        .withLivenessProbe(answers(12))
        .addNewEnv()
        .withName("POD_NAME")
        .withNewValueFrom()
        .withNewFieldRef(null, "metadata.name")
        .endValueFrom()
        .endEnv()
        .withResources(resources("100m", "192Mi", "512Mi"))
        .withNewSecurityContext()
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .endSecurityContext()
        .build();
  }

  /** Both replicas answer, whichever leads. */
  private static Probe answers(int failures) {
    return new ProbeBuilder()
        .withNewHttpGet()
        .withPath("/metrics")
        .withPort(new IntOrString(METRICS))
        .endHttpGet()
        .withPeriodSeconds(10)
        .withTimeoutSeconds(5)
        .withFailureThreshold(failures)
        .build();
  }

  /** No limit of CPU: a throttled manager holds up pods of others. */
  private static ResourceRequirements resources(String cpu, String memory, String most) {
    return new ResourceRequirementsBuilder()
        .addToRequests("cpu", new Quantity(cpu))
        .addToRequests("memory", new Quantity(memory))
        .addToLimits("memory", new Quantity(most))
        .build();
  }

  private static PodDisruptionBudget budget(Wishes wishes) {
    return new PodDisruptionBudgetBuilder()
        .withMetadata(metadata(wishes, Names.MANAGER))
        .withNewSpec()
        .withMaxUnavailable(new IntOrString(1))
        .withNewSelector()
        .withMatchLabels(SELECTOR)
        .endSelector()
        .endSpec()
        .build();
  }

  /**
   * Only what it serves: metrics of its own, and those of tenants, at a port that is chosen freely.
   * API servers come from addresses that no selector names.
   */
  private static NetworkPolicy closed(Wishes wishes) {
    return new NetworkPolicyBuilder()
        .withMetadata(metadata(wishes, Names.MANAGER))
        .withNewSpec()
        .withNewPodSelector()
        .withMatchLabels(SELECTOR)
        .endPodSelector()
        .withPolicyTypes("Ingress")
        .addNewIngress()
        .addNewPort()
        .withProtocol("TCP")
        .withPort(new IntOrString(LOWEST_FREE_PORT))
        .withEndPort(HIGHEST_PORT)
        .endPort()
        .endIngress()
        .endSpec()
        .build();
  }

  /** What kubelets of virtual nodes are started with where a VirtualNode says nothing else. */
  private static VkOptionsTemplate kubelets(Wishes wishes, Wishes.Running running) {
    VkOptionsTemplate template = new VkOptionsTemplate();
    template.setMetadata(metadata(wishes, Names.DEFAULT_OPTIONS_TEMPLATE));
    template.setSpec(
        Json.convert(
            Map.of(
                "createNode",
                true,
                "disableNetworkCheck",
                false,
                "metricsEnabled",
                false,
                "containerImage",
                running.image(),
                "replicas",
                1,
                "resources",
                resources("50m", "160Mi", "512Mi"),
                "extraArgs",
                Profiles.kubeletArguments(wishes.lending().profile())),
            VkOptionsTemplateSpec.class));
    return template;
  }

  private static ObjectMeta metadata(Wishes wishes, String name) {
    return new ObjectMetaBuilder()
        .withNamespace(wishes.namespace())
        .withName(name)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .build();
  }
}
