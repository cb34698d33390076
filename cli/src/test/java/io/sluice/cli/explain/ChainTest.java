package io.sluice.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChainTest {

  @Test
  void endsAtTheSchedulerWithItsWords() {
    String words = "0/3 nodes: 1 had untolerated taint {" + Names.TAINT_NOT_ALLOWED + ": true}";
    Pod pod =
        new PodBuilder(pod("Pending"))
            .editSpec()
            .withNodeName(null)
            .endSpec()
            .editStatus()
            .addNewCondition()
            .withType("PodScheduled")
            .withStatus("False")
            .withMessage(words)
            .endCondition()
            .endStatus()
            .build();

    Chain chain = Chain.of(Evidence.atHome(pod, Optional.empty()));

    assertThat(chain.links()).extracting(Link::name).containsExactly("Created", "Scheduled");
    assertThat(chain.links().getLast().detail()).isEqualTo(words);
    assertThat(chain.next()).contains("sluice offload namespace shop");
  }

  @Test
  void aPodAtHomeHasAShortWay() {
    Chain chain = Chain.of(Evidence.atHome(pod("Running"), Optional.empty()));

    assertThat(said(chain)).containsExactly("ok Created", "ok Scheduled", "ok Running");
  }

  @Test
  void withoutATwinNamespaceTheWayEndsBeforeTheBorder() {
    Pod pod =
        new PodBuilder(pod("Pending"))
            .editStatus()
            .withReason(Reasons.OFFLOADING_BACK_OFF)
            .endStatus()
            .build();

    Chain chain = Chain.of(seen(pod, null, null));

    assertThat(said(chain)).endsWith(".. ShadowAccepted");
    assertThat(chain.next()).contains("sluice offload namespace shop");
  }

  @Test
  void aRefusalIsToldInTheProvidersWords() {
    ShadowPod shadow = shadow();
    shadow.setStatus(
        new ShadowPodStatus(
            ShadowPodPhase.UNKNOWN,
            null,
            Map.of(),
            List.of(
                new Condition(
                    ConditionTypes.ADMITTED,
                    ConditionStatus.FALSE,
                    Reasons.QUOTA_EXCEEDED,
                    "cpu: asks for 2",
                    "2026-01-01T00:00:00Z"))));

    Chain chain = Chain.of(seen(pod("Pending"), shadow, null));

    assertThat(said(chain)).endsWith("ok ShadowAccepted", "!! RemoteCreated");
    assertThat(chain.links().getLast().detail()).isEqualTo("QuotaExceeded: cpu: asks for 2");
    assertThat(chain.next()).contains("borrow more");
  }

  @Test
  void aContainerThatCannotStartIsNamed() {
    Pod remote =
        new PodBuilder(pod("Pending"))
            .editStatus()
            .addNewContainerStatus()
            .withName("web")
            .withNewState()
            .withNewWaiting("not there", "ImagePullBackOff")
            .endState()
            .endContainerStatus()
            .endStatus()
            .build();

    Chain chain = Chain.of(seen(pod("Pending"), shadow(), remote));

    assertThat(said(chain)).endsWith("ok RemoteCreated", "ok RemoteScheduled", "!! Running");
    assertThat(chain.links().getLast().detail())
        .isEqualTo("container web: ImagePullBackOff not there");
  }

  @Test
  void whatCanNotBeSeenIsNotGuessed() {
    Evidence blind =
        new Evidence(
            pod("Running"),
            Optional.empty(),
            "milan",
            "",
            Optional.empty(),
            Optional.empty(),
            "no answer");

    assertThat(said(Chain.of(blind))).endsWith("?? ShadowAccepted");
  }

  private static List<String> said(Chain chain) {
    return chain.links().stream().map(link -> link.mark() + " " + link.name()).toList();
  }

  private static Evidence seen(
      Pod local,
      @org.jspecify.annotations.Nullable ShadowPod shadow,
      @org.jspecify.annotations.Nullable Pod remote) {
    return new Evidence(
        local,
        Optional.empty(),
        "milan",
        "shop-rome",
        Optional.ofNullable(shadow),
        Optional.ofNullable(remote),
        "");
  }

  private static ShadowPod shadow() {
    ShadowPod shadow = new ShadowPod();
    shadow.setMetadata(new ObjectMetaBuilder().withName("web").withNamespace("shop-rome").build());
    return shadow;
  }

  private static Pod pod(String phase) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName("web")
        .endMetadata()
        .withNewSpec()
        .withNodeName("milan")
        .endSpec()
        .withNewStatus()
        .withPhase(phase)
        .endStatus()
        .build();
  }
}
