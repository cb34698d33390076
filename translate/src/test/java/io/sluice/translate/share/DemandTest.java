package io.sluice.translate.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemandTest {
  @Test
  void containersAddUpAndEachPodIsOnePod() {
    PodSpec spec =
        new PodSpecBuilder().withContainers(asks("a", "100m"), asks("b", "400m")).build();

    assertThat(cpu(spec)).isEqualTo("500m");
    assertThat(Demand.of(spec).toQuantities()).containsEntry("pods", new Quantity("1"));
  }

  @Test
  void theHungriestInitContainerCountsWhenItExceedsTheSum() {
    PodSpec spec =
        new PodSpecBuilder()
            .withContainers(asks("a", "500m"))
            .withInitContainers(asks("i", "900m"), asks("j", "100m"))
            .build();

    assertThat(cpu(spec)).isEqualTo("900m");
  }

  @Test
  void sidecarsRunBesideTheContainersAndBesideLaterInitContainers() {
    PodSpec spec =
        new PodSpecBuilder()
            .withContainers(asks("a", "100m"))
            .withInitContainers(asks("early", "850m"), sidecar("s", "200m"), asks("late", "700m"))
            .build();

    // running 100+200, early 850, late 200+700
    assertThat(cpu(spec)).isEqualTo("900m");
  }

  @Test
  void overheadComesOnTop() {
    PodSpec spec =
        new PodSpecBuilder()
            .withContainers(asks("a", "500m"))
            .withOverhead(Map.of("cpu", new Quantity("50m")))
            .build();

    assertThat(cpu(spec)).isEqualTo("550m");
  }

  @Test
  void aLimitWithoutARequestIsARequest() {
    PodSpec spec =
        new PodSpecBuilder()
            .addNewContainer()
            .withName("a")
            .withNewResources()
            .addToLimits("cpu", new Quantity("2"))
            .addToLimits("memory", new Quantity("1Gi"))
            .addToRequests("cpu", new Quantity("1"))
            .endResources()
            .endContainer()
            .build();

    assertThat(Demand.of(spec).toQuantities())
        .containsEntry("cpu", new Quantity("1"))
        .containsEntry("memory", new Quantity("1Gi"));
  }

  @Test
  void podLevelRequestsReplaceTheSumOfTheContainers() {
    PodSpec spec =
        new PodSpecBuilder()
            .withContainers(asks("a", "100m"))
            .withNewResources()
            .addToRequests("cpu", new Quantity("3"))
            .addToRequests("nvidia.com/gpu", new Quantity("3"))
            .endResources()
            .build();

    assertThat(cpu(spec)).isEqualTo("3");
    assertThat(Demand.of(spec).has("nvidia.com/gpu")).isFalse();
  }

  @Test
  void podLevelLimitsDefaultTheRequestOnlyWhereNoContainerAsks() {
    PodSpec spec =
        new PodSpecBuilder()
            .withContainers(asks("a", "100m"))
            .withNewResources()
            .addToLimits("cpu", new Quantity("3"))
            .addToLimits("memory", new Quantity("1Gi"))
            .endResources()
            .build();

    assertThat(Demand.of(spec).toQuantities())
        .containsEntry("cpu", new Quantity("100m"))
        .containsEntry("memory", new Quantity("1Gi"));
  }

  @Test
  void whileResizingTheLargerOfOldAndNewCounts() {
    assertThat(cpu(resized("2", "1", "Deferred"))).isEqualTo("2");
    assertThat(cpu(resized("1", "2", "Deferred"))).isEqualTo("2");
  }

  @Test
  void anInfeasibleResizeTakesNothing() {
    assertThat(cpu(resized("200", "1", "Infeasible"))).isEqualTo("1");
  }

  private static Pod resized(String wanted, String there, String reason) {
    return new PodBuilder()
        .withNewSpec()
        .withContainers(asks("a", wanted))
        .endSpec()
        .withNewStatus()
        .addNewCondition()
        .withType("PodResizePending")
        .withStatus("True")
        .withReason(reason)
        .endCondition()
        .addNewContainerStatus()
        .withName("a")
        .withNewResources()
        .addToRequests("cpu", new Quantity(there))
        .endResources()
        .endContainerStatus()
        .endStatus()
        .build();
  }

  private static Container asks(String name, String cpu) {
    return new ContainerBuilder()
        .withName(name)
        .withNewResources()
        .addToRequests("cpu", new Quantity(cpu))
        .endResources()
        .build();
  }

  private static Container sidecar(String name, String cpu) {
    return new ContainerBuilder(asks(name, cpu)).withRestartPolicy("Always").build();
  }

  private static String cpu(PodSpec spec) {
    return String.valueOf(Demand.of(spec).toQuantities().get("cpu"));
  }

  private static String cpu(Pod pod) {
    return String.valueOf(Demand.of(pod).toQuantities().get("cpu"));
  }
}
