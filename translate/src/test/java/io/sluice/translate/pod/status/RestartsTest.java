package io.sluice.translate.pod.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.translate.pod.RemotePods;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RST, POD-T12, POD-T13. */
class RestartsTest {

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "5, 3, 2", "5, 5, 0", "3, 5, 0"})
  void afterARestartOfOursTheDifferenceIsInferred(int shown, int remote, int extra) {
    assertThat(Restarts.UNKNOWN.and(pod("main", shown), pod("main", remote)).extra())
        .isEqualTo(Map.of("main", extra));
  }

  @Test
  void anotherNameInfersNothing() {
    assertThat(Restarts.UNKNOWN.and(pod("other", 5), pod("main", 3)).extra())
        .isEqualTo(Map.of("main", 0));
  }

  @Test
  void eachNewRemotePodIsOneMoreRestart() {
    var first = Restarts.UNKNOWN.and(pod("main", 0), pod("main", 0));
    var second = first.and(pod("main", 0), uid(pod("main", 0), "remote-2"));

    assertThat(second.extra()).isEqualTo(Map.of("main", 1));
    assertThat(second.and(pod("main", 1), uid(pod("main", 0), "remote-2"))).isSameAs(second);
  }

  @Test
  void theCountNeverGoesBack() {
    // The lost pod had restarted five times by itself.
    var first = Restarts.UNKNOWN.and(pod("main", 0), pod("main", 0));
    var second = first.and(pod("main", 5), uid(pod("main", 0), "remote-2"));

    assertThat(second.added(pod("main", 0).getStatus().getContainerStatuses()))
        .singleElement()
        .extracting("restartCount")
        .isEqualTo(6);
  }

  private static Pod pod(String name, int restarts) {
    return new PodBuilder(RemotePods.running("Always", name))
        .editStatus()
        .editFirstContainerStatus()
        .withRestartCount(restarts)
        .endContainerStatus()
        .endStatus()
        .build();
  }

  private static Pod uid(Pod pod, String uid) {
    return new PodBuilder(pod).editMetadata().withUid(uid).endMetadata().build();
  }

  @Test
  void aRemotePodOfAnEarlierLifeIsNotCounted() { // D-3
    var old =
        new PodBuilder(uid(pod("main", 7), "remote-0"))
            .editMetadata()
            .addToAnnotations(Annotations.LOCAL_UID, "uid-0")
            .endMetadata()
            .build();

    assertThat(Restarts.UNKNOWN.and(pod("main", 0), old)).isSameAs(Restarts.UNKNOWN);
  }
}
