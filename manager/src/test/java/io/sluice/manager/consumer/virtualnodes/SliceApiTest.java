package io.sluice.manager.consumer.virtualnodes;

import static io.sluice.manager.consumer.virtualnodes.Fleet.SOON;
import static io.sluice.manager.consumer.virtualnodes.Fleet.VIRTUAL_NODES;
import static io.sluice.manager.consumer.virtualnodes.Fleet.ref;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.IdentitySpec;
import io.sluice.api.authentication.IdentityType;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceSpec;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slice that the provider accepts becomes a virtual node and stays one (SL-5). */
@NeedsClusters("home")
class SliceApiTest {
  private static final Kind<ResourceSlice> SLICES = Kind.of(ResourceSlice.class);
  private static final Ref SLICE = ref("geneva", "geneva");

  @TempDir private static Path folder;
  private static Fleet fleet;

  @BeforeAll
  static void start(Cluster home) {
    fleet = new Fleet(home, folder);
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void theVirtualNodeFollowsWhatIsGranted() {
    fleet.tenantNamespace("geneva");
    slice();
    identity();
    answer("Accepted", Map.of("cpu", "4", "nvidia.com/gpu", "1"));
    await().atMost(SOON).until(() -> fleet.exists(VirtualNode.class, SLICE));
    assertThat(hard()).isEqualTo(Map.of("cpu", new Quantity("4"), "nvidia.com/gpu", one()));

    Map<String, @Nullable String> less = new HashMap<>();
    less.put("cpu", "2");
    less.put("nvidia.com/gpu", null);
    answer("Accepted", less);
    await().atMost(SOON).until(() -> hard().equals(Map.of("cpu", new Quantity("2"))));

    answer("Denied", Map.of("cpu", "1"));
    fleet.home.kubectl(
        "label", "-n", SLICE.namespace(), "resourceslice.authentication.liqo.io", "geneva", "x=y");
    assertThat(hard()).isEqualTo(Map.of("cpu", new Quantity("2")));
  }

  private static Quantity one() {
    return new Quantity("1");
  }

  private static Map<String, Quantity> hard() {
    var quota = fleet.home.api().get(VIRTUAL_NODES, SLICE).getSpec().resourceQuota();
    return quota == null ? Map.of() : quota.getHard();
  }

  private static void slice() {
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(SLICE.namespace())
            .withName(SLICE.name())
            .addToLabels(Labels.REPLICATION, Labels.TRUE)
            .addToLabels(Labels.REMOTE_ID, "geneva")
            .addToAnnotations(Annotations.CREATE_VIRTUAL_NODE, Labels.TRUE)
            .build());
    slice.setSpec(new ResourceSliceSpec("milan", "geneva", Map.of(), null, null));
    fleet.home.create(slice);
  }

  private static void identity() {
    Identity identity = new Identity();
    identity.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(SLICE.namespace())
            .withName("resourceslice-geneva")
            .build());
    identity.setSpec(new IdentitySpec("geneva", IdentityType.RESOURCE_SLICE, null, null));
    fleet.home.create(identity);
    fleet
        .home
        .api()
        .patch(
            Kind.of(Identity.class),
            Ref.of(identity),
            Patch.merge(
                    Map.of(
                        "status",
                        Map.of(
                            "kubeconfigSecretRef",
                            Map.of("name", "kubeconfig-resourceslice-geneva"))))
                .to("status"));
  }

  private static void answer(String resources, Map<String, @Nullable String> granted) {
    fleet
        .home
        .api()
        .patch(
            SLICES,
            SLICE,
            Patch.merge(
                    Map.of(
                        "status",
                        Map.of(
                            "resources",
                            granted,
                            "conditions",
                            List.of(
                                Map.of("type", "Authentication", "status", "Accepted"),
                                Map.of("type", "Resources", "status", resources)))))
                .to("status"));
  }
}
