package io.sluice.translate.pod.home;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodPhase;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.translate.pod.RemotePods;
import io.sluice.translate.pod.twin.Route;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Truth table: local? × ShadowPod? × remote pod? × extended? × whose? (§3.5.1, §3.5.7, D-3). */
class HomeRulesTest {
  private static final Route ROUTE = new Route("home", "away", "vn-away", "shop-home");
  private static final Pod LOCAL = local("Running", null);
  private static final Pod GOING = RemotePods.deleted(LOCAL, 100, 30);
  private static final ShadowPod SHADOW = shadow("uid-1", "home", "vn-away");
  private static final Pod REMOTE = remote("uid-1", "home");

  @Test
  void deletesTheTwinWhenTheLocalPodIsGone() {
    assertThat(decide(null, SHADOW, REMOTE)).isEqualTo(gone(null));
    assertThat(decide(null, leaving(SHADOW), REMOTE)).isInstanceOf(HomePlan.Wait.class);
    assertThat(decide(null, null, REMOTE)).isInstanceOf(HomePlan.Nothing.class);
    assertThat(decide(null, null, null)).isInstanceOf(HomePlan.Nothing.class);
  }

  @Test
  void aForcedDeletionOfAVanishedPodIsForcedThereToo() { // D-4
    var at = new HomeScene.Circumstances(ROUTE, true, false, 0L);

    assertThat(HomeRules.decide(new HomeScene(null, SHADOW, REMOTE, at))).isEqualTo(gone(0L));
  }

  @Test
  void theTwinOfAnotherVirtualNodeIsNotOurs() {
    assertThat(decide(null, shadow("uid-1", "home", "vn-other"), null))
        .isInstanceOf(HomePlan.Nothing.class);
    assertThat(decide(null, shadow("uid-1", "stranger", "vn-away"), null))
        .isInstanceOf(HomePlan.Nothing.class);
  }

  @Test
  void offloadsAPodThatHasNoTwin() {
    assertThat(decide(local("Pending", null), null, null)).isInstanceOf(HomePlan.Offload.class);
  }

  @ParameterizedTest
  @CsvSource({"linux, true", "windows, false"})
  void endsAPodOfAnotherOperatingSystemAsAKubeletDoes(String system, boolean fits) {
    var pod = new PodBuilder(local("Pending", null)).editSpec().withNewOs(system).endSpec().build();

    assertThat(decide(pod, null, null))
        .isInstanceOf(fits ? HomePlan.Offload.class : HomePlan.Unfit.class);
  }

  @Test
  void doesNotPostTwice() {
    var at = new HomeScene.Circumstances(ROUTE, true, true, null);

    assertThat(HomeRules.decide(new HomeScene(LOCAL, null, null, at)))
        .isInstanceOf(HomePlan.Wait.class);
  }

  @Test
  void keepsBothSidesInLine() {
    assertThat(decide(LOCAL, SHADOW, null)).isInstanceOf(HomePlan.Align.class);
    assertThat(decide(LOCAL, SHADOW, REMOTE)).isInstanceOf(HomePlan.Align.class);
    assertThat(decide(LOCAL, leaving(SHADOW), REMOTE)).isInstanceOf(HomePlan.Show.class);
  }

  @Test
  void neverTouchesAStranger() { // CONF-1
    assertThat(decide(LOCAL, shadow("x", "stranger", "vn"), null))
        .isInstanceOf(HomePlan.Conflict.class);
    assertThat(decide(LOCAL, null, remote("x", "stranger"))).isInstanceOf(HomePlan.Conflict.class);
    assertThat(decide(LOCAL, SHADOW, remote("x", "stranger")))
        .isInstanceOf(HomePlan.Conflict.class);
  }

  @Test
  void nothingOfAStrangerIsEverShown() { // CONF-1
    var strange = shadow("x", "stranger", "vn");
    var at = new HomeScene.Circumstances(ROUTE, true, false, null);
    var scene = new HomeScene(LOCAL, strange, remote("x", "stranger"), at);

    assertThat(scene.withoutStrangers()).isEqualTo(new HomeScene(LOCAL, null, null, at));
    assertThat(new HomeScene(LOCAL, SHADOW, REMOTE, at).withoutStrangers())
        .isEqualTo(new HomeScene(LOCAL, SHADOW, REMOTE, at));
  }

  @Test
  void aNewPodOfTheSameNameWaitsForTheOldOneToEnd() { // D-3, T-12
    var old = shadow("uid-0", "home", "vn-away");

    assertThat(decide(LOCAL, old, remote("uid-0", "home")))
        .isEqualTo(new HomePlan.DeleteShadow("shadow-1", null, "of an earlier pod of this name"));
    assertThat(decide(LOCAL, leaving(old), remote("uid-0", "home")))
        .isInstanceOf(HomePlan.Wait.class);
    assertThat(decide(LOCAL, null, remote("uid-0", "home"))).isInstanceOf(HomePlan.Wait.class);
    assertThat(decide(LOCAL, null, null)).isInstanceOf(HomePlan.Offload.class);
  }

  @Test
  void aDeletedPodIsDeletedThereFirst() { // §3.5.1.3
    assertThat(decide(GOING, SHADOW, REMOTE))
        .isEqualTo(new HomePlan.DeleteShadow("shadow-1", null, "the local pod is leaving"));
    assertThat(decide(GOING, leaving(SHADOW), REMOTE)).isInstanceOf(HomePlan.Show.class);
    assertThat(decide(GOING, null, REMOTE)).isInstanceOf(HomePlan.Show.class);
    assertThat(decide(GOING, null, null)).isEqualTo(new HomePlan.Finish("uid-1", true, true));
  }

  @Test
  void aPodThatIsOverNeedsNoMadeUpEnd() { // T-3
    var over = RemotePods.deleted(local("Failed", null), 100, 30);

    assertThat(decide(over, null, null)).isEqualTo(new HomePlan.Finish("uid-1", false, true));
  }

  @Test
  void whatOnlyForeignFinalizersHoldIsNotDeletedAgain() { // T-3
    assertThat(decide(RemotePods.deleted(local("Failed", null), 100, 0), null, null))
        .isInstanceOf(HomePlan.Nothing.class);
    assertThat(decide(RemotePods.deleted(LOCAL, 100, 0), null, null))
        .as("a Job waits for the terminal phase")
        .isEqualTo(new HomePlan.Finish("uid-1", true, false));
  }

  @Test
  void aDeletedPodThatNeverHadATwinDoesNotWaitForOthers() {
    assertThat(decide(GOING, shadow("x", "stranger", "vn"), null))
        .isInstanceOf(HomePlan.Finish.class);
    assertThat(decide(GOING, null, remote("uid-0", "home"))).isInstanceOf(HomePlan.Finish.class);
    assertThat(decide(GOING, leaving(shadow("uid-0", "home", "vn-away")), null))
        .isInstanceOf(HomePlan.Finish.class);
  }

  @ParameterizedTest
  @CsvSource({"5, 5", "0, 0", "30, "})
  void anUnusualGraceIsAnnounced(long grace, Long announced) { // D-4
    assertThat(decide(RemotePods.deleted(LOCAL, 100, grace), SHADOW, REMOTE))
        .isEqualTo(new HomePlan.DeleteShadow("shadow-1", announced, "the local pod is leaving"));
  }

  @Test
  void theZeroOfAFinishedPodIsNoWish() {
    assertThat(Grace.asked(RemotePods.deleted(local("Succeeded", null), 100, 0))).isNull();
    assertThat(Grace.announcement(5).toString()).contains(Annotations.DELETION_GRACE + "=5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Succeeded", "Failed"})
  void finishedIsNeverOffloadedAgain(String phase) { // POD-T7, T8
    var over = local(phase, null);
    var ended = RemotePods.phase(REMOTE, phase, "");

    assertThat(decide(over, null, null)).isInstanceOf(HomePlan.Nothing.class);
    assertThat(decide(over, SHADOW, null)).isInstanceOf(HomePlan.Nothing.class);
    assertThat(decide(over, SHADOW, ended)).isInstanceOf(HomePlan.Nothing.class);
  }

  @Test
  void whatIsFinishedAtHomeDoesNotRunOnElsewhere() {
    assertThat(decide(local("Failed", null), SHADOW, REMOTE))
        .isEqualTo(new HomePlan.DeleteShadow("shadow-1", null, "finished at home"));
  }

  @ParameterizedTest
  @ValueSource(strings = {Reasons.OFFLOADING_ABORTED, Reasons.REMOTE_POD_LOST})
  void anEndDecidedAtHomeTakesTheTwinAlong(String reason) { // §3.5.1.4, POD-T10
    assertThat(decide(local("Failed", reason), SHADOW, null))
        .isInstanceOf(HomePlan.DeleteShadow.class);
    assertThat(decide(local("Failed", reason), null, null)).isInstanceOf(HomePlan.Nothing.class);
    var recorded = shadow("uid-1", "home", "vn-away");
    recorded.setStatus(ShadowPodStatus.of(ShadowPodPhase.FAILED));
    assertThat(decide(local("Failed", reason), recorded, null))
        .as("its record stays")
        .isInstanceOf(HomePlan.Nothing.class);
  }

  @ParameterizedTest
  @CsvSource({ // §3.5.7, FALLB-T
    "Pending,   false, Pending, OffloadingBackOff",
    "Pending,   true,  Failed,  OffloadingAborted",
    "Running,   true,  Failed,  OffloadingAborted",
    "Succeeded, true,  ,        ",
    "Failed,    true,  ,        ",
  })
  void withoutAnExtendedNamespaceThePodGoesBack(
      String phase, boolean statuses, String shown, String reason) {
    var local = local(phase, null);
    if (statuses) {
      local =
          new PodBuilder(local)
              .editStatus()
              .addToContainerStatuses(RemotePods.up("main"))
              .endStatus()
              .build();
    }
    var plan = HomeRules.decide(new HomeScene(local, null, null, notExtended()));

    if (shown == null) {
      assertThat(plan).isInstanceOf(HomePlan.Nothing.class);
    } else {
      assertThat(plan).isEqualTo(new HomePlan.Reject(shown, reason));
    }
  }

  @Test
  void withoutAnExtendedNamespaceADeletedPodGoesAtOnce() {
    assertThat(HomeRules.decide(new HomeScene(GOING, null, null, notExtended())))
        .isInstanceOf(HomePlan.Finish.class);
  }

  private static HomeScene.Circumstances notExtended() {
    return new HomeScene.Circumstances(ROUTE, false, false, null);
  }

  private static HomePlan decide(
      @Nullable Pod local, @Nullable ShadowPod shadow, @Nullable Pod remote) {
    return HomeRules.decide(
        new HomeScene(
            local, shadow, remote, new HomeScene.Circumstances(ROUTE, true, false, null)));
  }

  private static HomePlan gone(@Nullable Long grace) {
    return new HomePlan.DeleteShadow("shadow-1", grace, "the local pod is gone");
  }

  private static Pod local(String phase, @Nullable String reason) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web-0")
        .withNamespace("shop")
        .withUid("uid-1")
        .endMetadata()
        .withNewSpec()
        .withTerminationGracePeriodSeconds(30L)
        .endSpec()
        .withNewStatus()
        .withPhase(phase)
        .withReason(reason)
        .endStatus()
        .build();
  }

  private static ShadowPod shadow(String localUid, String origin, String node) {
    var shadow = new ShadowPod();
    shadow.setMetadata(
        new ObjectMetaBuilder()
            .withName("web-0")
            .withUid("shadow-1")
            .addToLabels(
                Map.of(Labels.ORIGIN, origin, Labels.DESTINATION, "away", Labels.NODE_NAME, node))
            .addToAnnotations(Annotations.LOCAL_UID, localUid)
            .build());
    return shadow;
  }

  private static ShadowPod leaving(ShadowPod shadow) {
    var leaving = new ShadowPod();
    leaving.setMetadata(
        new ObjectMetaBuilder(shadow.getMetadata())
            .withDeletionTimestamp(RemotePods.at(100))
            .build());
    return leaving;
  }

  private static Pod remote(String localUid, String origin) {
    return new PodBuilder(RemotePods.running("Always"))
        .editMetadata()
        .addToLabels(Map.of(Labels.ORIGIN, origin, Labels.DESTINATION, "away"))
        .addToAnnotations(Annotations.LOCAL_UID, localUid)
        .endMetadata()
        .build();
  }
}
