package io.sluice.manager.provider.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventList;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import io.sluice.api.authentication.OfferedStorageClass;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** D-15 on a real API server with a node that is counted and pods that are bound to it. */
@NeedsClusters("lender")
class SharingE2ETest {
  private static final Duration SOON = Duration.ofSeconds(2).plusMillis(500);
  private static final String GPU = "nvidia.com/gpu";
  private static final Map<String, String> CPU_100 = Map.of("cpu", "100");
  private static ProviderBed bed;
  private World world;

  @BeforeAll
  static void prepare(Cluster lender) {
    bed = new ProviderBed(lender);
    bed.delete(Node.class, "", "lender-kwok-0");
  }

  @BeforeEach
  void begin(TestNamespace namespace) {
    world = new World(bed, namespace.name());
  }

  @AfterEach
  void end() {
    world.close();
    bed.delete(ConfigMap.class, Names.SYSTEM_NAMESPACE, Names.SHARING_SETTINGS);
  }

  @Test
  void whatIsLentFollowsWhatIsFree() {
    world.node("n1", CPU_100).lending();
    Ref rome = world.slice("rome", "rome", null, Map.of());
    soon(rome, "cpu", "90");
    assertThat(world.verdict(rome)).isEqualTo("RESOURCES ACCEPTED ResourcesLent");

    world.pod("own", "n1", Map.of("cpu", "50"));
    soon(rome, "cpu", "45");

    world.deletePod("own");
    world.node("n2", CPU_100);
    soon(rome, "cpu", "180");
  }

  @Test
  void oneGpuIsLentOnlyWhenWholeDevicesAreWanted() {
    world.node("n1", Map.of("cpu", "10", GPU, "1")).lending();
    Ref rome = world.slice("rome", "rome", "default", Map.of());
    soon(rome, GPU, "0");
    assertThat(world.verdict(rome)).isEqualTo("RESOURCES ACCEPTED NothingToLend");
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(warnings(rome)).contains(GPU).contains("rounds down to 0"));

    settings(Map.of("wholeDevices", "true"));
    soon(rome, GPU, "1");
    assertThat(world.verdict(rome)).isEqualTo("RESOURCES ACCEPTED ResourcesLent");
  }

  @Test
  void thePercentageChangesWhileTheManagerRuns() {
    world.node("n1", CPU_100).lending();
    Ref rome = world.slice("rome", "rome", "", Map.of());
    soon(rome, "cpu", "90");

    settings(Map.of("percentage", "50"));
    soon(rome, "cpu", "50");

    settings(Map.of("percentage", "500"));
    settings(Map.of("percentage", "30", "mode", "each"));
    Ref milan = world.slice("milan", "milan", "", Map.of());
    soon(rome, "cpu", "30");
    soon(milan, "cpu", "30");
  }

  @Test
  void consumersShareWhatIsLeftAndKeepWhatTheyUse() {
    world.node("n1", CPU_100).lending();
    Ref rome = world.slice("rome", "rome", null, Map.of());
    Ref milan = world.slice("milan", "milan", null, Map.of());
    soon(rome, "cpu", "45");
    soon(milan, "cpu", "45");

    world.offloaded("rome", "r1", "n1", Map.of("cpu", "30"));
    soon(rome, "cpu", "60");
    soon(milan, "cpu", "30");
  }

  @Test
  void slicesOfOneConsumerShareItsPromiseAndNeverGetMoreThanTheyAskFor() {
    world.node("n1", CPU_100).lending();
    Ref small = world.slice("rome", "small", null, Map.of("cpu", "10", GPU, "4"));
    Ref large = world.slice("rome", "large", null, Map.of());
    soon(small, "cpu", "10");
    soon(large, "cpu", "80");
    assertThat(world.lent(small, GPU)).isEmpty();
  }

  @Test
  void otherClassesAndBadSlicesAreToldApart() {
    world.node("n1", CPU_100).lending();
    Ref foreign = world.slice("rome", "foreign", "gold", Map.of());
    Ref negative = world.slice("rome", "negative", null, Map.of("cpu", "-1"));
    Ref stranger = new Ref(negative.namespace(), "stranger");
    world.sliceIn(stranger, "milan", null, Map.of());
    Ref homeless = new Ref("default", "homeless");
    world.sliceIn(homeless, "rome", null, Map.of());
    Ref good = world.slice("rome", "good", null, Map.of());

    soon(good, "cpu", "90");
    verdict(negative, "RESOURCES DENIED InvalidResources");
    verdict(stranger, "RESOURCES DENIED WrongTenantNamespace");
    verdict(homeless, "RESOURCES DENIED WrongTenantNamespace");
    verdict(foreign, "");
  }

  @Test
  void cordonedTenantsKeepWhatTheyHaveAndDrainedOnesLoseIt() {
    world.node("n1", CPU_100).lending();
    Ref first = world.slice("rome", "first", null, Map.of());
    soon(first, "cpu", "90");

    world.condition("rome", "Cordoned");
    Ref second = world.slice("rome", "second", null, Map.of());
    verdict(second, "RESOURCES DENIED TenantCordoned");
    assertThat(world.lent(first, "cpu")).isEqualTo("90");

    world.condition("rome", "Drained");
    verdict(first, "RESOURCES DENIED TenantDrained");
    assertThat(world.lent(first, "cpu")).isEmpty();

    world.condition("rome", "Active");
    soon(first, "cpu", "45");
    soon(second, "cpu", "45");
  }

  @Test
  void classesOfTheProviderComeWithTheResources() {
    world.node("n1", CPU_100).lending();
    bed.ensure(storageClass("fast", Map.of("storageclass.kubernetes.io/is-default-class", "true")));
    bed.ensure(storageClass("cold", Map.of()));
    settings(Map.of("nodeLabels", "site=turin", "loadBalancerClasses", "metal"));
    Ref rome = world.slice("rome", "rome", null, Map.of());
    soon(rome, "cpu", "90");
    ResourceSlice slice = world.get(rome);
    assertThat(slice.getStatus().storageClasses())
        .containsExactly(
            new OfferedStorageClass("cold", null), new OfferedStorageClass("fast", true));
    assertThat(slice.getStatus().loadBalancerClasses().getFirst().loadBalancerClassName())
        .isEqualTo("metal");
    assertThat(slice.getStatus().nodeLabels())
        .containsEntry("site", "turin")
        .containsEntry("arch.sluice.io/amd64", "true");
    bed.delete(StorageClass.class, "", "fast");
    bed.delete(StorageClass.class, "", "cold");
  }

  @Test
  void nothingIsWrittenWhenNothingChanged() {
    world.node("n1", CPU_100).lending();
    Ref rome = world.slice("rome", "rome", null, Map.of());
    soon(rome, "cpu", "90");
    world.stopLending();
    AuditLog.Mark mark = bed.cluster().audit().mark();

    world.lending();
    world.pod("tiny", "n1", Map.of("cpu", "10"));
    soon(rome, "cpu", "81");

    assertThat(bed.cluster().audit().since(mark).by(ProviderBed.MANAGER).writes().counts())
        .hasSize(1)
        .containsValue(1);
  }

  private void soon(Ref slice, String resource, String amount) {
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() -> assertThat(world.lent(slice, resource)).isEqualTo(amount));
  }

  private void verdict(Ref slice, String expected) {
    await().atMost(SOON).untilAsserted(() -> assertThat(world.verdict(slice)).isEqualTo(expected));
  }

  private static String warnings(Ref slice) {
    StringBuilder text = new StringBuilder();
    for (Event event :
        bed.admin()
            .read(Kind.of(Event.class).path(slice.namespace()), EventList.class)
            .getItems()) {
      text.append(event.getReason()).append(' ').append(event.getMessage()).append('\n');
    }
    return text.toString();
  }

  private static StorageClass storageClass(String name, Map<String, String> annotations) {
    return new StorageClassBuilder()
        .withNewMetadata()
        .withName(name)
        .withAnnotations(annotations)
        .endMetadata()
        .withProvisioner("example.org/disk")
        .build();
  }

  private static void settings(Map<String, String> data) {
    bed.admin()
        .patch(
            Kind.of(ConfigMap.class),
            new Ref(Names.SYSTEM_NAMESPACE, Names.SHARING_SETTINGS),
            Patch.apply(
                new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName(Names.SHARING_SETTINGS)
                    .endMetadata()
                    .withData(data)
                    .build(),
                "test"));
  }
}
