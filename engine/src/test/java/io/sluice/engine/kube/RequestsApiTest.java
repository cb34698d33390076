package io.sluice.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.net.Direction;
import io.sluice.testbed.net.Link;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a real API server's refusals become, and that a dead connection is left behind. */
@NeedsClusters(value = "engine", nodes = NodeKind.NONE)
class RequestsApiTest {
  private static final Kind<ConfigMap> MAPS = Kind.of(ConfigMap.class);
  private static final String OTHER = "00000000-0000-0000-0000-000000000000";

  private Api api;
  private Endpoint endpoint;
  private String namespace;

  @BeforeEach
  void connect(Cluster engine, TestNamespace home) {
    endpoint = Endpoint.fromKubeconfig(engine.kubeconfig(), null);
    api = new Api(endpoint, "test");
    namespace = home.name();
  }

  @AfterEach
  void disconnect() {
    api.close();
  }

  @Test
  void deletesOnlyTheObjectThatIsMeant() {
    ConfigMap map = api.create(MAPS, map("a"));
    assertThat(api.delete(MAPS, ref("a"), OTHER, null)).as("the one that is meant").isNull();
    assertThat(api.get(MAPS, ref("a"))).as("its successor").isNotNull();
    assertThat(api.delete(MAPS, ref("a"), map.getMetadata().getUid(), null)).isNull();
    assertThat(refused(() -> api.get(MAPS, ref("a"))).problem()).isEqualTo(Problem.NOT_FOUND);
  }

  /** T-5: in a patch body the precondition is answered with 422, not 409. */
  @Test
  void patchesOnlyTheObjectThatIsMeant() {
    api.create(MAPS, map("a"));
    ApiFailure failure =
        refused(
            () ->
                api.patch(
                    MAPS, ref("a"), Patch.strategic(Map.of("metadata", Map.of("uid", OTHER)))));
    assertThat(failure.code()).isEqualTo(422);
    assertThat(failure.meansOtherUid()).isTrue();
  }

  @Test
  void tellsAnInvalidObjectFromAnotherUid() {
    ApiFailure failure = refused(() -> api.create(MAPS, map("No_Name")));
    assertThat(failure.problem()).isEqualTo(Problem.INVALID);
    assertThat(failure.meansOtherUid()).isFalse();
    assertThat(failure.problem().permanent()).isTrue();
  }

  @Test
  void refusesToDropAFieldThatTheServerDoesNotKnow() {
    ConfigMap newer = map("a");
    newer.setAdditionalProperty("fieldOfTheFuture", Map.of("x", 1));
    ApiFailure failure = refused(() -> api.create(MAPS, newer));
    assertThat(failure.problem()).isEqualTo(Problem.INVALID);
    assertThat(failure.reason()).contains("fieldOfTheFuture");
  }

  @Test
  void tellsMissingExistingAndOutdatedApart() {
    assertThat(refused(() -> api.get(MAPS, ref("none"))).problem()).isEqualTo(Problem.NOT_FOUND);
    ConfigMap first = api.create(MAPS, map("a"));
    assertThat(refused(() -> api.create(MAPS, map("a"))).problem()).isEqualTo(Problem.EXISTS);
    api.patch(MAPS, ref("a"), Patch.merge(Map.of("data", Map.of("k", "v"))));
    ApiFailure failure = refused(() -> api.replace(MAPS, first));
    assertThat(failure.problem()).isEqualTo(Problem.CONFLICT);
    assertThat(failure.meansOtherUid()).isFalse();
  }

  @Test
  void tellsAStrangerFromSomebodyWithoutRights(Cluster engine) {
    Endpoint known = Endpoint.fromKubeconfig(engine.kubeconfig("nobody"), null);
    try (Api nobody = new Api(known, "test");
        Api stranger = new Api(stranger(engine), "test")) {
      assertThat(refused(() -> nobody.get(MAPS, ref("a"))).problem()).isEqualTo(Problem.FORBIDDEN);
      assertThat(refused(() -> stranger.get(MAPS, ref("a"))).problem())
          .isEqualTo(Problem.UNAUTHORIZED);
    }
  }

  @Test
  void saysThatAnObjectIsTooLarge() {
    ConfigMap large = map("large");
    large.setData(Map.of("key", "x".repeat(4 << 20)));
    assertThat(refused(() -> api.create(MAPS, large)).problem()).isEqualTo(Problem.TOO_LARGE);
  }

  @Test
  void appliesOnlyItsOwnKeys() {
    api.create(MAPS, new ConfigMapBuilder(map("a")).addToData("theirs", "1").build());
    Map<String, Object> ours =
        Map.of("apiVersion", "v1", "kind", "ConfigMap", "data", Map.of("ours", "2"));
    ConfigMap applied = api.patch(MAPS, ref("a"), Patch.apply(ours, "sluice-test"));
    assertThat(applied.getData()).isEqualTo(Map.of("theirs", "1", "ours", "2"));
  }

  @Test
  void knowsNothingOfAServerThatDoesNotAnswer() {
    Endpoint nowhere =
        new Endpoint(URI.create("https://127.0.0.1:1"), endpoint.tls(), endpoint.token());
    try (Api lost = new Api(nowhere, "test")) {
      ApiFailure failure = refused(() -> lost.get(MAPS, ref("a")));
      assertThat(failure.problem()).isEqualTo(Problem.UNREACHABLE);
      assertThat(failure.problem().permanent()).isFalse();
    }
  }

  /** Nothing would ever be answered on a connection whose other end is black-holed. */
  @Test
  void leavesAConnectionThatStalledForANewOne(Cluster engine) {
    try (Link link = Link.to(engine);
        Api linked =
            new Api(Endpoint.fromKubeconfig(link.kubeconfig(engine.kubeconfig()), null), "test")) {
      Duration brief = Duration.ofSeconds(2);
      assertThat(linked.text("/readyz", Duration.ofSeconds(15))).isEqualTo("ok");
      link.cutOneWay(Direction.FROM_SERVER);
      assertThat(refused(() -> linked.text("/readyz", brief)).problem())
          .isEqualTo(Problem.UNREACHABLE);
      link.closeConnections();
      link.heal();
      assertThat(linked.text("/readyz", Duration.ofSeconds(15))).isEqualTo("ok");
    }
  }

  private static Endpoint stranger(Cluster cluster) {
    return Endpoint.fromKubeconfig(
        """
        apiVersion: v1
        kind: Config
        current-context: c
        contexts: [{name: c, context: {cluster: c, user: u}}]
        clusters: [{name: c, cluster: {server: "%s", certificate-authority: "%s"}}]
        users: [{name: u, user: {token: not-a-token}}]
        """
            .formatted(cluster.server(), cluster.caCertificate()));
  }

  private static ApiFailure refused(ThrowingCallable call) {
    ApiFailure failure = catchThrowableOfType(ApiFailure.class, call);
    assertThat(failure).isNotNull();
    return failure;
  }

  private Ref ref(String name) {
    return new Ref(namespace, name);
  }

  private ConfigMap map(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .build();
  }
}
