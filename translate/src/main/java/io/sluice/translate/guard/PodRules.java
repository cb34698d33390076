package io.sluice.translate.guard;

import io.fabric8.kubernetes.api.model.Capabilities;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.Volume;
import io.sluice.api.policy.PodGuardrails;
import io.sluice.api.wire.Frozen;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The guardrails of a TenantPolicy that Kubernetes' own Pod Security does not know (D-14), and
 * those that it gives up at level privileged. Init and ephemeral containers count like others.
 */
public final class PodRules {
  private static final String ANY = "*";
  private static final Set<String> ALWAYS_TOLERATED =
      Set.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

  private final PodGuardrails rules;
  private final List<Violation> violations = new ArrayList<>();

  private PodRules(PodGuardrails rules) {
    this.rules = rules;
  }

  /** Everything that is wrong, in the order of the spec; empty when the pod may run. */
  public static List<Violation> check(PodGuardrails rules, PodSpec pod) {
    PodRules check = new PodRules(rules);
    check.pod(pod);
    check.volumes(pod);
    check.placement(pod);
    for (Container container : pod.getInitContainers()) {
      check.container("initContainers", container.getName(), container.getImage());
      check.security("initContainers", container.getName(), container.getSecurityContext());
    }
    for (Container container : pod.getContainers()) {
      check.container("containers", container.getName(), container.getImage());
      check.security("containers", container.getName(), container.getSecurityContext());
    }
    for (EphemeralContainer container : pod.getEphemeralContainers()) {
      check.container("ephemeralContainers", container.getName(), container.getImage());
      check.security("ephemeralContainers", container.getName(), container.getSecurityContext());
    }
    return List.copyOf(check.violations);
  }

  private void pod(PodSpec pod) {
    refuse(!rules.hostNamespaces(), pod.getHostNetwork(), "hostNamespaces", "hostNetwork");
    refuse(!rules.hostNamespaces(), pod.getHostPID(), "hostNamespaces", "hostPID");
    refuse(!rules.hostNamespaces(), pod.getHostIPC(), "hostNamespaces", "hostIPC");
    String account =
        pod.getServiceAccountName() == null || pod.getServiceAccountName().isEmpty()
            ? "default"
            : pod.getServiceAccountName();
    listed("serviceAccounts", rules.serviceAccounts(), "serviceAccountName", account);
    if (pod.getPriorityClassName() != null && !pod.getPriorityClassName().isEmpty()) {
      listed(
          "priorityClasses",
          rules.priorityClasses(),
          "priorityClassName",
          pod.getPriorityClassName());
    }
  }

  private void volumes(PodSpec pod) {
    for (Volume volume : pod.getVolumes()) {
      String field = "volumes[" + volume.getName() + "]";
      if (volume.getHostPath() != null && !rules.hostPath()) {
        add("hostPath", field + ".hostPath", "folders of the node may not be mounted");
      }
      if (volume.getImage() != null) {
        image(field + ".image", volume.getImage().getReference());
      }
    }
  }

  private void placement(PodSpec pod) {
    if (pod.getNodeName() != null && !pod.getNodeName().isEmpty()) {
      add("nodeSelectorKeys", "nodeName", "the scheduler may not be bypassed");
    }
    for (String key : Frozen.map(pod.getNodeSelector()).keySet()) {
      listed("nodeSelectorKeys", rules.nodeSelectorKeys(), "nodeSelector", key);
    }
    if (pod.getAffinity() != null && pod.getAffinity().getNodeAffinity() != null) {
      for (NodeSelectorTerm term : terms(pod.getAffinity().getNodeAffinity())) {
        term.getMatchExpressions().forEach(each -> selects(each.getKey()));
        term.getMatchFields().forEach(each -> selects(each.getKey()));
      }
    }
    for (Toleration toleration : pod.getTolerations()) {
      String key = toleration.getKey() == null ? "" : toleration.getKey();
      if (!ALWAYS_TOLERATED.contains(key)) {
        listed(
            "tolerationKeys",
            rules.tolerationKeys(),
            "tolerations",
            key.isEmpty() ? "every taint" : key);
      }
    }
  }

  private void selects(String key) {
    listed("nodeSelectorKeys", rules.nodeSelectorKeys(), "affinity.nodeAffinity", key);
  }

  private static List<NodeSelectorTerm> terms(NodeAffinity affinity) {
    List<NodeSelectorTerm> terms = new ArrayList<>();
    if (affinity.getRequiredDuringSchedulingIgnoredDuringExecution() != null) {
      terms.addAll(
          affinity.getRequiredDuringSchedulingIgnoredDuringExecution().getNodeSelectorTerms());
    }
    for (PreferredSchedulingTerm term :
        affinity.getPreferredDuringSchedulingIgnoredDuringExecution()) {
      if (term.getPreference() != null) {
        terms.add(term.getPreference());
      }
    }
    return terms;
  }

  private void container(String list, String name, @Nullable String image) {
    image(list + "[" + name + "].image", image);
  }

  private void security(String list, String name, @Nullable SecurityContext security) {
    if (security == null) {
      return;
    }
    String field = list + "[" + name + "].securityContext";
    refuse(!rules.privileged(), security.getPrivileged(), "privileged", field + ".privileged");
    Capabilities capabilities = security.getCapabilities();
    if (capabilities != null) {
      for (String added : capabilities.getAdd()) {
        listed("capabilities", rules.capabilities(), field + ".capabilities.add", added);
      }
    }
  }

  private void image(String field, @Nullable String image) {
    boolean fine =
        rules.imageRegistries().contains(ANY)
            || (image != null && Images.comesFrom(rules.imageRegistries(), image));
    if (!fine) {
      add("imageRegistries", field, image + " comes from no registry that is allowed");
    }
  }

  private void refuse(boolean forbidden, @Nullable Boolean set, String rule, String field) {
    if (forbidden && Boolean.TRUE.equals(set)) {
      add(rule, field, "may not be set");
    }
  }

  private void listed(String rule, List<String> allowed, String field, String value) {
    if (!allowed.contains(ANY) && !allowed.contains(value)) {
      add(rule, field, value + " is not allowed");
    }
  }

  private void add(String rule, String field, String what) {
    violations.add(new Violation(rule, "spec." + field, what));
  }
}
