package io.sluice.translate.border;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Offloading §0.3, peering §1.6. */
class ReplicaTest {
  private final ResourceSlice local = slice();

  @Test
  void theCopyTurnsTheLabelsRound() {
    ObjectMeta copy = Replica.metadata(local, "home", "liqo-tenant-home");

    assertThat(copy.getNamespace()).isEqualTo("liqo-tenant-home");
    assertThat(copy.getName()).isEqualTo("big");
    assertThat(copy.getLabels())
        .isEqualTo(
            Map.of(
                Labels.REPLICATION,
                "false",
                Labels.REPLICATED,
                "true",
                Labels.ORIGIN_ID,
                "home",
                Labels.REMOTE_CLUSTER_ID,
                "home",
                "team",
                "a"));
  }

  @Test
  void theCopyNamesTheObjectItStandsFor() {
    assertThat(Replica.metadata(local, "home", "x").getAnnotations())
        .isEqualTo(Map.of(Annotations.LOCAL_UID, "u1", Annotations.CREATE_VIRTUAL_NODE, "true"));
  }

  @Test
  void cordonsAreNeverCarried() {
    local.getMetadata().setAnnotations(Map.of(Annotations.CORDON, "false"));

    assertThat(Replica.metadata(local, "home", "x").getAnnotations())
        .doesNotContainKey(Annotations.CORDON);
  }

  @Test
  void onlyWhatIsMeantForAPeerLeaves() {
    assertThat(Replica.destination(local)).hasValue("away");

    local.getMetadata().getLabels().put(Labels.REPLICATION, "false");
    assertThat(Replica.destination(local)).isEmpty();
  }

  @Test
  void whatTheProviderAddsIsItsOwn() {
    ResourceSlice copy = new ResourceSlice();
    ObjectMeta wanted = Replica.metadata(local, "home", "liqo-tenant-home");
    copy.setMetadata(
        new ObjectMetaBuilder(wanted).addToAnnotations(Annotations.CORDON, "true").build());

    assertThat(Replica.saysAll(copy, wanted)).isTrue();
    assertThat(Replica.isOurs(copy, "home")).isTrue();
    assertThat(Replica.isOurs(copy, "other")).isFalse();
    copy.getMetadata().getAnnotations().remove(Annotations.LOCAL_UID);
    assertThat(Replica.saysAll(copy, wanted)).isFalse();
  }

  private static ResourceSlice slice() {
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("liqo-tenant-away")
            .withName("big")
            .withUid("u1")
            .addToLabels(Labels.REPLICATION, "true")
            .addToLabels(Labels.REMOTE_ID, "away")
            .addToLabels(Labels.REMOTE_CLUSTER_ID, "away")
            .addToLabels(Labels.OWNERSHIP, "shared")
            .addToLabels("team", "a")
            .addToAnnotations(Annotations.CREATE_VIRTUAL_NODE, "true")
            .addToAnnotations("kubectl.kubernetes.io/last-applied-configuration", "{}")
            .build());
    return slice;
  }
}
