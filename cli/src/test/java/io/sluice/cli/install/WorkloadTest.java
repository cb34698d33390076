package io.sluice.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import org.junit.jupiter.api.Test;

/** What runs in a cluster may do nothing to the machine that it runs on. */
class WorkloadTest {
  private static final Wishes WISHES =
      new Wishes(
          "milan",
          "sluice",
          "1.2.3",
          Wishes.Lending.DEFAULT,
          new Wishes.Running("registry.example/sluice:1", "https://milan.example:6443"));

  @Test
  void theManagerMayDoNothingToItsMachine() {
    PodSpec pod = manager();

    assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    assertThat(pod.getHostNetwork()).isNull();
    assertThat(pod.getVolumes()).isEmpty();
    assertThat(pod.getContainers())
        .singleElement()
        .satisfies(
            container -> {
              assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
              assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
              assertThat(container.getSecurityContext().getCapabilities().getDrop())
                  .containsExactly("ALL");
              assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
              assertThat(container.getResources().getLimits()).containsKey("memory");
            });
  }

  private static PodSpec manager() {
    return Manifests.of(WISHES).stream()
        .filter(Deployment.class::isInstance)
        .map(deployment -> ((Deployment) deployment).getSpec().getTemplate().getSpec())
        .findFirst()
        .orElseThrow();
  }
}
