package io.sluice.translate.reflect;

import static io.sluice.translate.reflect.Borders.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class StorageTest {
  private static final Claims.Around AROUND =
      new Claims.Around(
          node -> node.equals("vn-milan") ? Optional.of("milan") : Optional.empty(),
          volume -> volume.equals("pvc-milan") ? Optional.of("milan") : Optional.empty());
  private static final Claims CLAIMS = claims(true, new Claims.Offer(true, Optional.of("fast")));
  private static final Volumes VOLUMES = new Volumes("liqo", "Delete");

  record Case(String name, boolean ours, UnaryOperator<PersistentVolumeClaimBuilder> change) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Case> CASES =
      List.of(
          new Case("chosen for this provider", true, claim -> claim),
          new Case(
              "another class",
              false,
              claim -> claim.editSpec().withStorageClassName("ebs").endSpec()),
          new Case(
              "no node chosen yet",
              false,
              claim ->
                  claim
                      .editMetadata()
                      .removeFromAnnotations("volume.kubernetes.io/selected-node")
                      .endMetadata()),
          new Case(
              "a real node chosen",
              false,
              claim ->
                  claim
                      .editMetadata()
                      .addToAnnotations("volume.kubernetes.io/selected-node", "worker")
                      .endMetadata()),
          new Case(
              "another provisioner",
              false,
              claim ->
                  claim
                      .editMetadata()
                      .addToAnnotations(
                          "volume.beta.kubernetes.io/storage-provisioner", "ebs.csi.aws.com")
                      .endMetadata()),
          new Case(
              "bound to a volume here",
              true,
              claim -> claim.editSpec().withVolumeName("pvc-milan").endSpec()),
          new Case(
              "bound to a volume elsewhere",
              false,
              claim -> claim.editSpec().withVolumeName("pvc-other").endSpec()));

  @ParameterizedTest(name = "ST-3: {0}")
  @FieldSource("CASES")
  void aClaimIsOursWhenItsFirstPodCameHere(Case given) {
    PersistentVolumeClaim claim = given.change().apply(claim()).build();

    assertThat(CLAIMS.wish(claim, SHOP))
        .isInstanceOf(given.ours() ? Wish.Wanted.class : Wish.Leave.class);
  }

  @Test
  void withoutDeferredBindingNothingIsProvisioned() {
    assertThat(claims(false, new Claims.Offer(true, Optional.empty())).wish(claim().build(), SHOP))
        .isInstanceOf(Wish.Leave.class);
  }

  @Test
  void aProviderWithoutStorageSendsThePodElsewhere() {
    Claims none = claims(true, new Claims.Offer(false, Optional.empty()));

    assertThat(none.wish(claim().build(), SHOP)).isInstanceOf(Wish.Leave.class);
    assertThat(none.needsRescheduling(claim().build(), SHOP)).isTrue();
    assertThat(CLAIMS.needsRescheduling(claim().build(), SHOP)).isFalse();
    assertThat(
            none.needsRescheduling(
                claim().editSpec().withStorageClassName("ebs").endSpec().build(), SHOP))
        .isFalse();
  }

  @Test
  void theTwinHasTheProvidersClassAndNothingOfTheBinding() {
    PersistentVolumeClaim twin = twin(claim().build());

    assertThat(twin.getSpec().getStorageClassName()).isEqualTo("fast");
    assertThat(twin.getSpec().getVolumeMode()).isEqualTo("Filesystem");
    assertThat(twin.getSpec().getAccessModes()).containsExactly("ReadWriteOnce");
    assertThat(twin.getSpec().getVolumeName()).isNull();
    assertThat(twin.getMetadata().getAnnotations()).containsOnlyKeys("sluice.io/carried-keys");
  }

  @Test
  void annotationsChooseClassAndAccessModes() {
    PersistentVolumeClaim chosen =
        claim()
            .editMetadata()
            .addToAnnotations("liqo.io/remote-storage-class", "slow")
            .addToAnnotations("liqo.io/remote-access-modes", "ReadWriteMany, ReadOnlyMany")
            .endMetadata()
            .build();
    PersistentVolumeClaim wrong =
        claim()
            .editMetadata()
            .addToAnnotations("liqo.io/remote-access-modes", "Sometimes")
            .endMetadata()
            .build();

    assertThat(twin(chosen).getSpec().getStorageClassName()).isEqualTo("slow");
    assertThat(twin(chosen).getSpec().getAccessModes())
        .containsExactly("ReadWriteMany", "ReadOnlyMany");
    assertThat(CLAIMS.wish(wrong, SHOP)).isInstanceOf(Wish.Refused.class);
  }

  @Test
  void growingIsCarriedOverAndEverythingElseStaysAsItIs() {
    PersistentVolumeClaim there =
        new PersistentVolumeClaimBuilder(twin(claim().build()))
            .editSpec()
            .withVolumeName("pvc-real")
            .withStorageClassName("kept")
            .endSpec()
            .build();
    PersistentVolumeClaim grown =
        claim()
            .editSpec()
            .withVolumeName("pvc-milan")
            .withNewResources()
            .addToRequests("storage", new Quantity("2Gi"))
            .endResources()
            .endSpec()
            .build();

    PersistentVolumeClaim update =
        ((Plan.Apply<PersistentVolumeClaim>) Plan.of(CLAIMS, grown, there, SHOP)).twin();

    assertThat(update.getSpec().getResources().getRequests())
        .isEqualTo(Map.of("storage", new Quantity("2Gi")));
    assertThat(update.getSpec().getVolumeName()).isEqualTo("pvc-real");
    assertThat(update.getSpec().getStorageClassName()).isEqualTo("kept");
    assertThat(Plan.of(CLAIMS, claim().build(), update, SHOP)).isInstanceOf(Plan.Nothing.class);
  }

  @Test
  void aClaimThatWillGetNoVolumeHereIsAnsweredInsteadOfHanging() {
    PersistentVolumeClaim other = claim().editSpec().withStorageClassName("ebs").endSpec().build();
    PersistentVolumeClaim onRealNode =
        new PersistentVolumeClaimBuilder(other)
            .editMetadata()
            .addToAnnotations("volume.kubernetes.io/selected-node", "worker")
            .endMetadata()
            .build();
    PersistentVolumeClaim bound =
        new PersistentVolumeClaimBuilder(other)
            .editSpec()
            .withVolumeName("pvc-1")
            .endSpec()
            .build();
    Claims without = claims(true, new Claims.Offer(false, Optional.empty()));

    assertThat(CLAIMS.answer(other, SHOP).map(Claims.Answer::reason))
        .contains("VolumeNotOffloadable");
    assertThat(without.answer(claim().build(), SHOP).map(Claims.Answer::reason))
        .contains("ReschedulingRequired");
    assertThat(CLAIMS.answer(claim().build(), SHOP)).isEmpty();
    assertThat(CLAIMS.answer(onRealNode, SHOP)).isEmpty();
    assertThat(CLAIMS.answer(bound, SHOP)).isEmpty();
  }

  @Test
  void theSizeAtHomeGrowsWhenTheVolumeThereHasGrown() {
    PersistentVolumeClaim asked =
        claim()
            .editSpec()
            .withNewResources()
            .addToRequests("storage", new Quantity("2Gi"))
            .endResources()
            .endSpec()
            .build();

    assertThat(Claims.grown(sized(asked, "1Gi"), sized(asked, "2Gi")))
        .contains(new Quantity("2Gi"));
    assertThat(Claims.grown(sized(asked, "1Gi"), sized(asked, "1Gi"))).isEmpty();
    assertThat(Claims.grown(sized(asked, "2Gi"), sized(asked, "2Gi"))).isEmpty();
    assertThat(Claims.grown(asked, sized(asked, "2Gi"))).isEmpty();
  }

  private static PersistentVolumeClaim sized(PersistentVolumeClaim claim, String size) {
    return new PersistentVolumeClaimBuilder(claim)
        .withNewStatus()
        .addToCapacity("storage", new Quantity(size))
        .endStatus()
        .build();
  }

  @Test
  void noAnswerEverDeletesData() {
    PersistentVolumeClaim there = twin(claim().build());
    PersistentVolumeClaim elsewhere =
        claim().editSpec().withVolumeName("pvc-other").endSpec().build();

    assertThat(Plan.of(CLAIMS, elsewhere, there, SHOP)).isInstanceOf(Plan.Nothing.class);
    assertThat(Plan.of(CLAIMS, null, there, SHOP)).isInstanceOf(Plan.Delete.class);
  }

  @Test
  void aRemoteVolumePinsPodsToItsProvider() {
    PersistentVolume volume = VOLUMES.remote(claim().build(), "milan");

    assertThat(volume.getMetadata().getName()).isEqualTo("pvc-u-home");
    assertThat(volume.getSpec().getStorageClassName()).isEqualTo("liqo");
    assertThat(volume.getSpec().getCapacity()).isEqualTo(Map.of("storage", new Quantity("1Gi")));
    assertThat(volume.getSpec().getClaimRef().getUid()).isEqualTo("u-home");
    assertThat(Volumes.provider(volume)).contains("milan");
  }

  @Test
  void aLocalVolumeIsTheRealOneAndKeepsPodsOnRealNodes() {
    PersistentVolume real =
        new PersistentVolumeBuilder()
            .withNewSpec()
            .withNewLocal()
            .withPath("/data")
            .endLocal()
            .withNewNodeAffinity()
            .withNewRequired()
            .addNewNodeSelectorTerm()
            .addNewMatchExpression()
            .withKey("zone")
            .withOperator("In")
            .withValues("a")
            .endMatchExpression()
            .endNodeSelectorTerm()
            .endRequired()
            .endNodeAffinity()
            .endSpec()
            .build();

    PersistentVolume volume = VOLUMES.local(claim().build(), real);

    assertThat(volume.getSpec().getLocal().getPath()).isEqualTo("/data");
    assertThat(volume.getSpec().getStorageClassName()).isEqualTo("liqo");
    assertThat(
            volume
                .getSpec()
                .getNodeAffinity()
                .getRequired()
                .getNodeSelectorTerms()
                .getFirst()
                .getMatchExpressions())
        .extracting("key", "operator")
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("zone", "In"),
            org.assertj.core.groups.Tuple.tuple("liqo.io/type", "DoesNotExist"));
    assertThat(Volumes.provider(volume)).isEmpty();
  }

  @Test
  void theRealClaimBehindAVirtualOneBearsItsUid() {
    PersistentVolumeClaim real = Volumes.real(claim().build(), "worker", "ebs");

    assertThat(real.getMetadata().getName()).isEqualTo("u-home");
    assertThat(real.getMetadata().getNamespace()).isEqualTo("liqo-storage");
    assertThat(real.getSpec().getStorageClassName()).isEqualTo("ebs");
    assertThat(real.getMetadata().getAnnotations())
        .containsEntry("volume.kubernetes.io/selected-node", "worker")
        .containsEntry("storage.liqo.io/virtual-pvc-name", "data");
    assertThat(
            Volumes.real(
                    claim().editMetadata().withName("d".repeat(64)).endMetadata().build(),
                    "worker",
                    null)
                .getMetadata()
                .getLabels())
        .isEmpty();
  }

  private static Claims claims(boolean waits, Claims.Offer offer) {
    return new Claims("liqo", waits, offer, AROUND);
  }

  private static PersistentVolumeClaim twin(PersistentVolumeClaim claim) {
    return ((Wish.Wanted<PersistentVolumeClaim>) CLAIMS.wish(claim, SHOP)).twin();
  }

  private static PersistentVolumeClaimBuilder claim() {
    return new PersistentVolumeClaimBuilder()
        .withMetadata(Borders.meta("data"))
        .editMetadata()
        .addToAnnotations("volume.beta.kubernetes.io/storage-provisioner", "liqo.io/storage")
        .addToAnnotations("volume.kubernetes.io/selected-node", "vn-milan")
        .endMetadata()
        .withNewSpec()
        .withStorageClassName("liqo")
        .withAccessModes("ReadWriteOnce")
        .withNewResources()
        .addToRequests("storage", new Quantity("1Gi"))
        .endResources()
        .endSpec();
  }
}
