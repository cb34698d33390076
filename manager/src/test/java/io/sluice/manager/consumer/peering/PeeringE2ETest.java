package io.sluice.manager.consumer.peering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.Renew;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.core.ForeignClusterStatus;
import io.sluice.api.core.PeerConditionStatus;
import io.sluice.api.core.PeerRole;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceMapSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.manager.border.Travel;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.SliceRules;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two clusters become peers and part again (peering §1.3, §1.5, §1.6, §1.7, §8.4). */
@NeedsClusters({"home", "away"})
class PeeringE2ETest {
  private static final String HERE = "liqo-tenant-away";
  private static final String THERE = "liqo-tenant-home";
  private static final Kind<ResourceSlice> SLICES = Kind.of(ResourceSlice.class);
  private static final Kind<NamespaceMap> MAPS = Kind.of(NamespaceMap.class);
  private static RunningCluster home;
  private static RunningCluster away;
  private static Peering peering;

  @BeforeAll
  static void start(Cluster home, Cluster away) {
    PeeringE2ETest.home = new RunningCluster(home, "home");
    PeeringE2ETest.away = new RunningCluster(away, "away");
    peering =
        new Peering(
            new Peering.Pair("home", "away"),
            PeeringE2ETest.home.asConsumer(),
            PeeringE2ETest.away.asProvider(),
            _ -> {});
  }

  @AfterAll
  static void stop() {
    home.close();
    away.close();
  }

  @BeforeEach
  void join() {
    away.clock.reset();
    peering.join();
  }

  @AfterEach
  void part() {
    peering.part();
  }

  @Test
  void bothSidesSeeEachOther() {
    ForeignClusterStatus provider =
        await()
            .atMost(Duration.ofSeconds(20))
            .until(
                () -> peer(home, "away"),
                status -> apiServer(status) == PeerConditionStatus.ESTABLISHED);
    assertThat(provider.role()).isEqualTo(PeerRole.PROVIDER);
    assertThat(Objects.requireNonNull(provider.modules()).authentication().enabled()).isTrue();
    assertThat(peer(away, "home").role()).isEqualTo(PeerRole.CONSUMER);
  }

  @Test
  void theConsumerGivesSignsOfLife() {
    Ref lease = new Ref(THERE, Names.CONSUMER_LEASE);
    await().until(() -> away.side.find(Lease.class, lease).isPresent());
    assertThat(away.side.admin().get(Kind.of(Lease.class), lease).getSpec().getHolderIdentity())
        .isEqualTo("home");
  }

  @Test
  void joiningAgainChangesNothing() {
    AuthParams before = tenant().getStatus().authParams();
    String version =
        home.side
            .admin()
            .get(Kind.of(Identity.class), identity())
            .getMetadata()
            .getResourceVersion();

    peering.join();

    assertThat(tenant().getStatus().authParams()).isEqualTo(before);
    assertThat(
            home.side
                .admin()
                .get(Kind.of(Identity.class), identity())
                .getMetadata()
                .getResourceVersion())
        .isEqualTo(version);
  }

  @Test
  void thePrivateKeyNeverCrosses() {
    Secret key =
        home.side
            .admin()
            .get(Kind.of(Secret.class), new Ref(Names.SYSTEM_NAMESPACE, Names.KEY_SECRET));
    String secret =
        Travel.text(key.getData().get(Names.PRIVATE_KEY_KEY))
            .lines()
            .skip(1)
            .findFirst()
            .orElseThrow();

    assertThat(new String(Json.bytes(tenant()), StandardCharsets.UTF_8))
        .doesNotContain(Travel.pack(secret).substring(0, 40), "PRIVATE");
    for (Secret there : away.side.admin().list(Kind.of(Secret.class), Scope.namespace(THERE))) {
      assertThat(there.getData().values().stream().map(Travel::text))
          .noneMatch(text -> text.contains("PRIVATE KEY"));
    }
  }

  @Test
  void aSliceGoesOutAndItsCredentialsComeBack() {
    home.asConsumer().ask("away", "big", Map.of("cpu", new Quantity("4")), false);

    ResourceSlice authenticated =
        await()
            .atMost(Duration.ofSeconds(20))
            .until(
                () -> home.side.admin().get(SLICES, new Ref(HERE, "big")),
                slice -> SliceRules.isAccepted(slice, SliceConditionType.AUTHENTICATION));
    assertThat(authenticated.getSpec().consumerClusterID()).isEqualTo("home");
    await()
        .untilAsserted(
            () ->
                assertThat(
                        home.side.find(Secret.class, new Ref(HERE, "kubeconfig-resourceslice-big")))
                    .isPresent());
    grant("2");
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(
                        home.side.admin().get(SLICES, new Ref(HERE, "big")).getStatus().resources())
                    .isEqualTo(Map.of("cpu", new Quantity("2"))));
  }

  @Test
  void aMapFollowsWhatIsTakenOutOfIt() {
    Ref here = new Ref(HERE, "away");
    Ref there = new Ref(THERE, "away");
    home.side.create(map(Map.of("shop", "shop-home", "lab", "lab-home")));
    await().until(() -> desired(there).size() == 2);

    home.side
        .admin()
        .patch(
            MAPS,
            here,
            Patch.json(List.of(Map.of("op", "remove", "path", "/spec/desiredMapping/lab"))));

    await().untilAsserted(() -> assertThat(desired(there)).isEqualTo(Map.of("shop", "shop-home")));
    delete(here);
    await().until(() -> away.side.find(NamespaceMap.class, there).isEmpty());
  }

  @Test
  void aRefusalIsNeverReadAsGone() {
    home.asConsumer().ask("away", "kept", Map.of(), false);
    Ref here = new Ref(HERE, "kept");
    Ref there = new Ref(THERE, "kept");
    await().until(() -> away.side.find(ResourceSlice.class, there).isPresent());

    away.asProvider().stand("home", TenantCondition.DRAINED);
    await().until(() -> away.side.find(ResourceSlice.class, there).isEmpty());
    home.side.admin().delete(SLICES, here, uid(here), null);
    await().untilAsserted(() -> assertThat(warnings("kept")).contains("ReplicationRefused"));
    assertThat(home.side.find(ResourceSlice.class, here)).isPresent();

    away.asProvider().stand("home", TenantCondition.ACTIVE);
    await()
        .atMost(Duration.ofSeconds(40))
        .until(() -> home.side.find(ResourceSlice.class, here).isEmpty());
  }

  @Test
  void aPersonCanGiveAProviderUp() {
    home.asConsumer().ask("away", "lost", Map.of(), false);
    Ref here = new Ref(HERE, "lost");
    await().until(() -> away.side.find(ResourceSlice.class, new Ref(THERE, "lost")).isPresent());
    away.asProvider().dismiss("home");
    home.side.admin().delete(SLICES, here, uid(here), null);

    home.side
        .admin()
        .patch(
            Kind.of(ForeignCluster.class),
            Ref.cluster("away"),
            Patch.merge(
                Map.of(
                    "metadata",
                    Map.of("annotations", Map.of(Annotations.PERMANENTLY_UNREACHABLE, "true")))));

    await()
        .atMost(Duration.ofSeconds(40))
        .until(() -> home.side.find(ResourceSlice.class, here).isEmpty());
  }

  @Test
  void aRenewedCertificateComesHomeAndIsUsed() {
    IssuedCertificate before = certificate();
    away.clock.jumpTo(before.validity().renewAt().plusSeconds(1));
    touchTenant();

    await().atMost(Duration.ofSeconds(20)).until(() -> !certificate().equals(before));
    Instant until = certificate().validity().until();
    assertThat(until).isAfterOrEqualTo(before.validity().until());
    home.asConsumer().ask("away", "later", Map.of(), false);
    await().until(() -> away.side.find(ResourceSlice.class, new Ref(THERE, "later")).isPresent());
  }

  @Test
  void peersByHandWithNothingButTextsInBetween() {
    peering.part();

    String challenge = Travel.pack(away.asProvider().challenge("home"));
    Papers papers = home.asConsumer().answer("away", Travel.unpack(challenge));
    String tenantYaml = Json.yaml(papers.tenant(THERE, "home", null));
    Tenant admitted = away.asProvider().admit(Json.readYaml(tenantYaml, Tenant.class));
    AuthParams params = Optional.ofNullable(admitted.getStatus().authParams()).orElseThrow();
    String identityYaml = Json.yaml(Identities.controlPlane(HERE, "away", params, THERE));
    assertThat(tenantYaml + identityYaml).doesNotContain("PRIVATE");
    home.side.create(Json.readYaml(identityYaml, Identity.class));

    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> apiServer(peer(home, "away")) == PeerConditionStatus.ESTABLISHED);
  }

  @Test
  void partingLeavesNothing() {
    home.asConsumer().ask("away", "big", Map.of(), false);
    await().until(() -> away.side.find(ResourceSlice.class, new Ref(THERE, "big")).isPresent());

    peering.part();

    Scope here = Scope.namespace(HERE);
    Scope there = Scope.namespace(THERE);
    assertThat(home.side.admin().list(Kind.of(Identity.class), here)).isEmpty();
    assertThat(home.side.admin().list(Kind.of(Renew.class), here)).isEmpty();
    assertThat(away.side.admin().list(Kind.of(Renew.class), there)).isEmpty();
    assertThat(away.side.admin().list(SLICES, there)).isEmpty();
    assertThat(away.side.find(Tenant.class, new Ref(THERE, "home"))).isEmpty();
    await().until(() -> home.side.find(ForeignCluster.class, Ref.cluster("away")).isEmpty());
    await().until(() -> away.side.find(ForeignCluster.class, Ref.cluster("home")).isEmpty());
  }

  @Test
  void aClusterDoesNotPeerWithItself() {
    assertThatThrownBy(() -> new Peering.Pair("home", "home"))
        .hasMessageContaining("a cluster can't peer with itself");
  }

  private static Ref identity() {
    return new Ref(HERE, Names.CONTROL_PLANE_IDENTITY_PREFIX + "away");
  }

  private static Tenant tenant() {
    return away.side.admin().get(Kind.of(Tenant.class), new Ref(THERE, "home"));
  }

  private static void touchTenant() {
    away.side
        .admin()
        .patch(
            Kind.of(Tenant.class),
            new Ref(THERE, "home"),
            Patch.merge(
                Map.of("metadata", Map.of("annotations", Map.of("example.com/mark", "x")))));
  }

  private static IssuedCertificate certificate() {
    Identity identity = home.side.admin().get(Kind.of(Identity.class), identity());
    AuthParams params = Optional.ofNullable(identity.getSpec().authParams()).orElseThrow();
    return switch (IssuedCertificate.read(Travel.text(params.signedCRT()))) {
      case Outcome.Ok(IssuedCertificate issued) -> issued;
      case Outcome.Failed(String why) -> throw new AssertionError(why);
    };
  }

  private static ForeignClusterStatus peer(RunningCluster at, String id) {
    return await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                at.side.find(ForeignCluster.class, Ref.cluster(id)).map(ForeignCluster::getStatus),
            Optional::isPresent)
        .orElseThrow();
  }

  private static PeerConditionStatus apiServer(ForeignClusterStatus status) {
    return status.conditions().isEmpty()
        ? PeerConditionStatus.NONE
        : status.conditions().getFirst().status();
  }

  private static void grant(String cpu) {
    Map<String, Object> body =
        Map.of(
            "apiVersion",
            "authentication.liqo.io/v1beta1",
            "kind",
            "ResourceSlice",
            "metadata",
            Map.of("name", "big", "namespace", THERE),
            "status",
            Map.of(
                "resources", Map.of("cpu", cpu),
                "conditions", List.of(Map.of("type", "Resources", "status", "Accepted"))));
    away.side
        .admin()
        .patch(SLICES, new Ref(THERE, "big"), Patch.apply(body, "sharing").to("status"));
  }

  private static NamespaceMap map(Map<String, String> desired) {
    NamespaceMap map = new NamespaceMap();
    map.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(HERE)
            .withName("away")
            .addToLabels(Labels.REPLICATION, Labels.TRUE)
            .addToLabels(Labels.REMOTE_ID, "away")
            .addToLabels(Labels.REMOTE_CLUSTER_ID, "away")
            .build());
    map.setSpec(new NamespaceMapSpec(desired));
    return map;
  }

  private static Map<String, String> desired(Ref ref) {
    return away.side
        .find(NamespaceMap.class, ref)
        .map(map -> map.getSpec().desiredMapping())
        .orElse(Map.of());
  }

  private static void delete(Ref map) {
    NamespaceMap found = home.side.admin().get(MAPS, map);
    home.side.admin().delete(MAPS, map, found.getMetadata().getUid(), null);
  }

  private static String uid(Ref slice) {
    return home.side.admin().get(SLICES, slice).getMetadata().getUid();
  }

  private static List<String> warnings(String name) {
    return home
        .side
        .admin()
        .list(Kind.of(Event.class), new Scope(HERE, null, "involvedObject.name=" + name))
        .stream()
        .map(Event::getReason)
        .toList();
  }
}
