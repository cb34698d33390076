package io.sluice.translate.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerRestartRule;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.wire.Frozen;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a container that ended may run again: the question of the kubelet that restarts it, and
 * of the API server that refuses a status in which it runs although it may not (T-2).
 */
public final class RestartRules {
  private static final String ALWAYS = "Always";
  private static final String ON_FAILURE = "OnFailure";
  private static final String NEVER = "Never";
  private static final String RESTART_ALL = "RestartAllContainers";

  private RestartRules() {}

  public static boolean isAlways(PodSpec spec) {
    return spec.getRestartPolicy() == null || spec.getRestartPolicy().equals(ALWAYS);
  }

  /** A sidecar: an init container that runs as long as the pod does. */
  public static boolean isSidecar(Container container) {
    return ALWAYS.equals(container.getRestartPolicy());
  }

  /** Asked about a status with a terminated state; a container the spec lacks may not restart. */
  public static boolean mayRestart(PodSpec spec, ContainerStatus ended) {
    if (restartsAsAWhole(spec)) {
      return true;
    }
    var exitCode = ended.getState().getTerminated().getExitCode();
    return container(spec, ended.getName())
        .filter(container -> mayRestart(spec, container, exitCode == null ? 0 : exitCode))
        .isPresent();
  }

  private static boolean mayRestart(PodSpec spec, Container container, int exitCode) {
    if (container.getRestartPolicy() == null) {
      return byPolicy(spec.getRestartPolicy(), exitCode);
    }
    var restarting =
        Frozen.list(container.getRestartPolicyRules()).stream()
            .filter(rule -> matches(rule, exitCode))
            .findFirst()
            .filter(rule -> "Restart".equals(rule.getAction()));
    return restarting.isPresent() || byPolicy(container.getRestartPolicy(), exitCode);
  }

  private static boolean byPolicy(@Nullable String policy, int exitCode) {
    return switch (policy == null ? ALWAYS : policy) {
      case NEVER -> false;
      case ON_FAILURE -> exitCode != 0;
      default -> true;
    };
  }

  private static boolean matches(ContainerRestartRule rule, int exitCode) {
    var codes = rule.getExitCodes();
    if (codes == null) {
      return false;
    }
    var listed = Frozen.list(codes.getValues()).contains(exitCode);
    return switch (String.valueOf(codes.getOperator())) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      default -> false;
    };
  }

  private static boolean restartsAsAWhole(PodSpec spec) {
    return containers(spec)
        .flatMap(container -> Frozen.list(container.getRestartPolicyRules()).stream())
        .anyMatch(rule -> RESTART_ALL.equals(rule.getAction()));
  }

  private static Optional<Container> container(PodSpec spec, @Nullable String name) {
    return containers(spec)
        .filter(container -> container.getName() != null && container.getName().equals(name))
        .findFirst();
  }

  private static Stream<Container> containers(PodSpec spec) {
    return Stream.of(spec.getContainers(), spec.getInitContainers())
        .map(Frozen::list)
        .flatMap(List::stream);
  }
}
