package io.sluice.translate.reflect;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Names;
import org.junit.jupiter.api.Test;

/** ST-2: who provides what in this cluster, and when it is over. */
class LocalClaimsTest {
  private static final PersistentVolumeClaim CLAIM =
      new PersistentVolumeClaimBuilder()
          .withNewMetadata()
          .withNamespace("shop")
          .withName("data")
          .withUid("u-1")
          .addToAnnotations(Annotations.STORAGE_PROVISIONER, Names.STORAGE_PROVISIONER)
          .addToAnnotations(Annotations.SELECTED_NODE, "node-1")
          .endMetadata()
          .withNewSpec()
          .withStorageClassName(Names.STORAGE_CLASS)
          .endSpec()
          .build();

  @Test
  void waitsOnceItsPodHasAPlaceAndUntilItHasAVolume() {
    assertThat(LocalClaims.waits(CLAIM)).isTrue();
    assertThat(LocalClaims.selectedNode(CLAIM)).isEqualTo("node-1");
    assertThat(
            LocalClaims.waits(
                new PersistentVolumeClaimBuilder(CLAIM)
                    .editMetadata()
                    .removeFromAnnotations(Annotations.SELECTED_NODE)
                    .endMetadata()
                    .build()))
        .isFalse();
    assertThat(
            LocalClaims.waits(
                new PersistentVolumeClaimBuilder(CLAIM)
                    .editSpec()
                    .withVolumeName("pvc-u-1")
                    .endSpec()
                    .build()))
        .isFalse();
    assertThat(
            LocalClaims.waits(
                new PersistentVolumeClaimBuilder(CLAIM)
                    .editSpec()
                    .withStorageClassName("fast")
                    .endSpec()
                    .build()))
        .isFalse();
  }

  @Test
  void theRealClaimSaysForWhomItStands() {
    PersistentVolumeClaim real = Volumes.real(CLAIM, "node-1", null);
    assertThat(LocalClaims.standsFor(real)).contains(new LocalClaims.Key("shop", "data"));
    assertThat(LocalClaims.isVirtual(real)).isFalse();
    assertThat(LocalClaims.standsFor(CLAIM)).isEmpty();
    assertThat(LocalClaims.standsFor(null)).isEmpty();
  }

  @Test
  void aVolumeIsSpentWhenItsClaimIsGoneUnlessItIsRetainedOrLiesInAProvider() {
    Volumes deleting = new Volumes(Names.STORAGE_CLASS, "Delete");
    PersistentVolume real = new PersistentVolumeBuilder().withNewSpec().endSpec().build();
    assertThat(LocalClaims.isSpent(released(deleting.local(CLAIM, real)))).isTrue();
    assertThat(LocalClaims.isSpent(deleting.local(CLAIM, real))).isFalse();
    assertThat(
            LocalClaims.isSpent(
                released(new Volumes(Names.STORAGE_CLASS, "Retain").local(CLAIM, real))))
        .isFalse();
    assertThat(LocalClaims.isSpent(released(deleting.remote(CLAIM, "paris")))).isFalse();
  }

  private static PersistentVolume released(PersistentVolume volume) {
    return new PersistentVolumeBuilder(volume)
        .withNewStatus()
        .withPhase("Released")
        .endStatus()
        .build();
  }
}
