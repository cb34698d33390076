package io.sluice.manager.consumer.virtualnodes;

import static io.sluice.api.offloading.VirtualNodePart.VIRTUAL_KUBELET;
import static io.sluice.api.offloading.VirtualNodeState.RUNNING;
import static io.sluice.manager.consumer.virtualnodes.Fleet.PODS;
import static io.sluice.manager.consumer.virtualnodes.Fleet.SOON;
import static io.sluice.manager.consumer.virtualnodes.Fleet.ref;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.access.VirtualNodeRestriction;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a virtual node's credentials can and cannot do at home (D-12a, T-23). */
@NeedsClusters("home")
class KubeletRightsApiTest {
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);
  private static final Kind<Node> NODES = Kind.of(Node.class);
  private static final Kind<Lease> LEASES = Kind.of(Lease.class);
  private static final Kind<ServiceAccount> ACCOUNTS = Kind.of(ServiceAccount.class);
  private static final Patch STATUS =
      Patch.strategic(Map.of("status", Map.of("message", "touched"))).to("status");

  @TempDir private static Path folder;
  private static Fleet fleet;
  private static Api kubelet;
  private static Pod own;
  private static Pod other;

  @BeforeAll
  static void start(Cluster home) {
    fleet = new Fleet(home, folder);
    fleet.ensure(VirtualNodeRestriction.policy());
    fleet.ensure(VirtualNodeRestriction.binding());
    fleet.home.namespace("t-extended", Map.of());
    fleet.virtualNode("vna", "vna", Map.of());
    fleet.virtualNode("vnb", "vnb", Map.of());
    fleet.node("vna", "vna");
    fleet.node("vnb", "vnb");
    fleet.awaitState(ref("vna", "vna"), VIRTUAL_KUBELET, RUNNING);
    fleet.awaitState(ref("vnb", "vnb"), VIRTUAL_KUBELET, RUNNING);
    secret("t-extended", "data");
    secret("kube-system", "crown-jewels");
    secret("liqo-tenant-vna", "kubeconfig-vna");
    secret("liqo-tenant-vna", "kubeconfig-vna2");
    fleet
        .home
        .api()
        .patch(
            Kind.of(NamespaceMap.class),
            ref("vna", "vna"),
            Patch.merge(Map.of("spec", Map.of("desiredMapping", Map.of("t-extended", "twin")))));
    own = fleet.runningPod("t-extended", "own", "vna");
    other = fleet.runningPod("t-extended", "other", "vnb");
    kubelet =
        new Api(
            Endpoint.fromKubeconfig(folder.resolve("liqo-tenant-vna/vna/home.kubeconfig"), null),
            "kubelet");
    await()
        .atMost(SOON)
        .ignoreExceptions()
        .until(() -> kubelet.get(SECRETS, new Ref("t-extended", "data")) != null);
    await().atMost(SOON).until(() -> isForbidden(() -> kubelet.patch(PODS, Ref.of(other), STATUS)));
  }

  @AfterAll
  static void stop() {
    kubelet.close();
    fleet.close();
  }

  @Test
  void answersForItsOwnPodsOnly() {
    assertThat(kubelet.patch(PODS, Ref.of(own), STATUS).getStatus().getMessage())
        .isEqualTo("touched");
    assertThat(kubelet.list(PODS, Scope.fields("spec.nodeName=vna"))).hasSize(1);

    assertForbidden(() -> kubelet.patch(PODS, Ref.of(other), STATUS));
    assertForbidden(() -> kubelet.delete(PODS, Ref.of(other), other.getMetadata().getUid(), 0L));
    assertForbidden(() -> kubelet.create(PODS, other));
    assertForbidden(
        () ->
            kubelet.createBelow(
                PODS, Ref.of(other), "eviction", Map.of("kind", "Eviction"), Pod.class));
  }

  @Test
  void keepsItsOwnNodeOnly() {
    Patch label = Patch.strategic(Map.of("metadata", Map.of("labels", Map.of("a", "b"))));
    assertThat(kubelet.patch(NODES, Ref.cluster("vna"), label).getMetadata().getLabels())
        .containsEntry("a", "b");

    assertForbidden(() -> kubelet.patch(NODES, Ref.cluster("vnb"), label));
    assertForbidden(() -> kubelet.patch(NODES, Ref.cluster("home-kwok-0"), label));
    assertForbidden(() -> kubelet.patch(NODES, Ref.cluster("home-kwok-0"), STATUS));
    assertForbidden(
        () ->
            kubelet.create(
                NODES,
                new NodeBuilder()
                    .withNewMetadata()
                    .withName("vnc")
                    .addToLabels(Labels.TYPE, Labels.TYPE_VIRTUAL_NODE)
                    .endMetadata()
                    .build()));
  }

  @Test
  void keepsItsOwnLeaseOnly() {
    assertThat(kubelet.create(LEASES, lease("vna")).getMetadata().getUid()).isNotNull();
    assertForbidden(() -> kubelet.create(LEASES, lease("vnb")));
  }

  @Test
  void readsSecretsOfExtendedNamespacesAndItsOwnKubeconfigOnly() {
    assertThat(kubelet.get(SECRETS, new Ref("t-extended", "data")).getMetadata().getName())
        .isEqualTo("data");
    assertThat(kubelet.get(SECRETS, ref("vna", "kubeconfig-vna")).getMetadata().getName())
        .isEqualTo("kubeconfig-vna");

    assertForbidden(() -> kubelet.get(SECRETS, new Ref("kube-system", "crown-jewels")));
    assertForbidden(() -> kubelet.get(SECRETS, ref("vna", "kubeconfig-vna2")));
    assertForbidden(() -> kubelet.list(SECRETS, Scope.namespace("liqo-tenant-vnb")));
    assertForbidden(() -> kubelet.list(SECRETS, Scope.ALL));
  }

  @Test
  void getsTokensThatDieWithAPodOnly() {
    Ref account = new Ref("t-extended", "default");
    assertThat(token(account, own).getStatus().getToken()).isNotEmpty();

    assertForbidden(() -> token(account, null));
    assertForbidden(() -> token(new Ref("kube-system", "namespace-controller"), null));
    assertForbidden(() -> token(new Ref("kube-system", "default"), own));
  }

  @Test
  void losesItsRightsWhenTheNamespaceIsNoLongerExtended() {
    fleet.home.namespace("t-closing", Map.of());
    secret("t-closing", "data");
    map("twin");
    await()
        .atMost(SOON)
        .ignoreExceptions()
        .until(() -> kubelet.get(SECRETS, new Ref("t-closing", "data")) != null);

    map(null);
    await()
        .atMost(SOON)
        .until(() -> isForbidden(() -> kubelet.get(SECRETS, new Ref("t-closing", "data"))));
  }

  /** A token dies with its account, and the account with its virtual node. */
  @Test
  void isLetInAgainWhenAVirtualNodeOfTheSameNameFollows() {
    VirtualNode first = fleet.virtualNode("vnd", "vnd", Map.of());
    fleet.awaitState(ref("vnd", "vnd"), VIRTUAL_KUBELET, RUNNING);
    fleet.delete(first);
    fleet.awaitGone(VirtualNode.class, ref("vnd", "vnd"));
    fleet.virtualNode("vnd", "vnd", Map.of());
    fleet.awaitState(ref("vnd", "vnd"), VIRTUAL_KUBELET, RUNNING);
    Path kubeconfig = folder.resolve("liqo-tenant-vnd/vnd/home.kubeconfig");
    await().atMost(SOON).ignoreExceptions().until(() -> isLetIn(kubeconfig));
  }

  private static boolean isLetIn(Path kubeconfig) {
    try (Api again = new Api(Endpoint.fromKubeconfig(kubeconfig, null), "kubelet")) {
      return again.list(PODS, Scope.fields("spec.nodeName=vnd")).isEmpty();
    }
  }

  private static void map(@Nullable String twin) {
    Map<String, @Nullable String> entry = new HashMap<>();
    entry.put("t-closing", twin);
    fleet
        .home
        .api()
        .patch(
            Kind.of(NamespaceMap.class),
            ref("vna", "vna"),
            Patch.merge(Map.of("spec", Map.of("desiredMapping", entry))));
  }

  private static TokenRequest token(Ref account, @Nullable Pod boundTo) {
    TokenRequestBuilder request =
        new TokenRequestBuilder().withNewSpec().withExpirationSeconds(3600L).endSpec();
    if (boundTo != null) {
      request
          .editSpec()
          .withNewBoundObjectRef(
              "v1", "Pod", boundTo.getMetadata().getName(), boundTo.getMetadata().getUid())
          .endSpec();
    }
    return kubelet.createBelow(ACCOUNTS, account, "token", request.build(), TokenRequest.class);
  }

  private static Lease lease(String name) {
    return new LeaseBuilder()
        .withNewMetadata()
        .withNamespace(Names.NODE_LEASE_NAMESPACE)
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity(name)
        .endSpec()
        .build();
  }

  private static void secret(String namespace, String name) {
    fleet.ensure(
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .addToStringData(Map.of("key", "value"))
            .build());
  }

  private static void assertForbidden(ThrowingCallable attempt) {
    ApiFailure failure = catchThrowableOfType(ApiFailure.class, attempt);
    assertThat(failure).as("must be refused").isNotNull();
    assertThat(failure.problem()).as(failure.getMessage()).isEqualTo(Problem.FORBIDDEN);
  }

  private static boolean isForbidden(ThrowingCallable attempt) {
    ApiFailure failure = catchThrowableOfType(ApiFailure.class, attempt);
    return failure != null && failure.is(Problem.FORBIDDEN);
  }
}
