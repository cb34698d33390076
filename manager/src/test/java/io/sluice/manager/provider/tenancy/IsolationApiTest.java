package io.sluice.manager.provider.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespace;
import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.Side;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.namespaces.Twins;
import io.sluice.translate.tenant.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One tenant's credentials against everything that is not its own: 403 (§8). */
@NeedsClusters("away")
class IsolationApiTest {
  private static final Kind<ResourceSlice> SLICES = Kind.of(ResourceSlice.class);
  private static final List<String> IN_NAMESPACE =
      List.of(
          "/api/v1/namespaces/%s/pods",
          "/api/v1/namespaces/%s/secrets",
          "/api/v1/namespaces/%s/configmaps",
          "/api/v1/namespaces/%s/services",
          "/api/v1/namespaces/%s/events",
          "/api/v1/namespaces/%s/persistentvolumeclaims",
          "/api/v1/namespaces/%s/serviceaccounts",
          "/apis/networking.k8s.io/v1/namespaces/%s/ingresses",
          "/apis/discovery.k8s.io/v1/namespaces/%s/endpointslices",
          "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/rolebindings",
          "/apis/coordination.k8s.io/v1/namespaces/%s/leases",
          "/apis/offloading.liqo.io/v1beta1/namespaces/%s/shadowpods",
          "/apis/offloading.liqo.io/v1beta1/namespaces/%s/shadowendpointslices",
          "/apis/offloading.liqo.io/v1beta1/namespaces/%s/namespacemaps",
          "/apis/offloading.liqo.io/v1beta1/namespaces/%s/quotas",
          "/apis/authentication.liqo.io/v1beta1/namespaces/%s/tenants",
          "/apis/authentication.liqo.io/v1beta1/namespaces/%s/resourceslices",
          "/apis/authentication.liqo.io/v1beta1/namespaces/%s/renews");
  private static final List<String> CLUSTER_WIDE =
      List.of(
          "/api/v1/nodes",
          "/api/v1/namespaces",
          "/api/v1/pods",
          "/api/v1/secrets",
          "/apis/offloading.liqo.io/v1beta1/shadowpods",
          "/apis/authentication.liqo.io/v1beta1/tenants",
          "/apis/core.liqo.io/v1beta1/foreignclusters",
          "/apis/certificates.k8s.io/v1/certificatesigningrequests",
          "/apis/rbac.authorization.k8s.io/v1/clusterroles");

  private static RunningProvider provider;
  private static Side side;
  private static Guest rome;
  private static Guest milan;
  private static Api controlPlane;
  private static Api kubelet;

  @BeforeAll
  static void letTwoIn(Cluster away) {
    provider = RunningProvider.on(away);
    side = provider.side();
    rome = Guest.welcome(side, "iso-rome");
    milan = Guest.welcome(side, "iso-milan");
    twin(rome, "shop-iso-rome");
    twin(milan, "shop-iso-milan");
    controlPlane = rome.connect(rome.lastCredentials());
    kubelet = rome.connect(slice(rome));
  }

  @AfterAll
  static void stop() {
    controlPlane.close();
    kubelet.close();
    provider.close();
  }

  @Test
  void eachIdentityWorksWhereItShould() {
    await()
        .until(
            () -> codes(kubelet, List.of("/api/v1/namespaces/shop-iso-rome/pods")).contains(200));
    assertThat(codes(kubelet, List.of("/api/v1/namespaces/shop-iso-rome/secrets")))
        .containsOnly(200);
    assertThat(
            codes(
                controlPlane,
                List.of(
                    "/apis/authentication.liqo.io/v1beta1/namespaces/%s/resourceslices"
                        .formatted(rome.namespace))))
        .containsOnly(200);
  }

  @Test
  void nothingOfAnotherTenantCanBeRead() {
    List<String> paths = new ArrayList<>(CLUSTER_WIDE);
    for (String namespace :
        List.of(milan.namespace, "shop-iso-milan", "kube-system", "default", "sluice")) {
      IN_NAMESPACE.forEach(path -> paths.add(path.formatted(namespace)));
    }

    assertThat(codes(controlPlane, paths)).containsOnly(403);
    assertThat(codes(kubelet, paths)).containsOnly(403);
  }

  @Test
  void nothingOfAnotherTenantCanBeWritten() {
    for (String namespace : List.of(milan.namespace, "shop-iso-milan", "kube-system")) {
      for (Api identity : List.of(controlPlane, kubelet)) {
        assertThat(creation(identity, namespace, "v1", "Secret")).isEqualTo(403);
        assertThat(creation(identity, namespace, "v1", "ConfigMap")).isEqualTo(403);
        assertThat(creation(identity, namespace, "offloading.liqo.io/v1beta1", "ShadowPod"))
            .isEqualTo(403);
        assertThat(creation(identity, namespace, "offloading.liqo.io/v1beta1", "NamespaceMap"))
            .isEqualTo(403);
        assertThat(creation(identity, namespace, "authentication.liqo.io/v1beta1", "ResourceSlice"))
            .isEqualTo(403);
      }
    }
  }

  @Test
  void atHomeATenantMakesNeitherPodsNorRightsNorItsOwnQuota() {
    for (String namespace : List.of(rome.namespace, "shop-iso-rome")) {
      for (Api identity : List.of(controlPlane, kubelet)) {
        assertThat(creation(identity, namespace, "v1", "Pod")).isEqualTo(403);
        assertThat(creation(identity, namespace, "v1", "ServiceAccount")).isEqualTo(403);
        assertThat(creation(identity, namespace, "rbac.authorization.k8s.io/v1", "RoleBinding"))
            .isEqualTo(403);
        assertThat(creation(identity, namespace, "discovery.k8s.io/v1", "EndpointSlice"))
            .isEqualTo(403);
        assertThat(creation(identity, namespace, "offloading.liqo.io/v1beta1", "Quota"))
            .isEqualTo(403);
        assertThat(creation(identity, namespace, "authentication.liqo.io/v1beta1", "Tenant"))
            .isEqualTo(403);
      }
    }
  }

  @Test
  void theKubeletCannotDoWhatTheControlPlaneMayAndViceVersa() {
    assertThat(creation(kubelet, rome.namespace, "authentication.liqo.io/v1beta1", "ResourceSlice"))
        .isEqualTo(403);
    assertThat(creation(controlPlane, "shop-iso-rome", "v1", "Secret")).isEqualTo(403);
  }

  @Test
  void aTenantLiftsNoCordonAndSpeaksForNobodyElse() {
    ResourceSlice slice = rome.slice("lifted", Subject.slice(rome.id, "lifted"));
    Ref ref = Ref.of(controlPlane.create(SLICES, slice));
    annotate(side.admin(), ref, Annotations.CORDON, "true");

    await()
        .untilAsserted(
            () ->
                refused(() -> annotate(controlPlane, ref, Annotations.CORDON, "false"), "cordon"));
    refused(
        () ->
            controlPlane.patch(
                SLICES,
                ref,
                Patch.merge(
                    Map.of("metadata", Map.of("labels", Map.of(Labels.ORIGIN_ID, milan.id))))),
        "another cluster");
    annotate(controlPlane, ref, "example.com/own", "fine");
  }

  private static void annotate(Api api, Ref ref, String key, String value) {
    api.patch(
        SLICES, ref, Patch.merge(Map.of("metadata", Map.of("annotations", Map.of(key, value)))));
  }

  private static void refused(Runnable deed, String words) {
    assertThatThrownBy(deed::run).isInstanceOf(ApiFailure.class).hasMessageContaining(words);
  }

  private static void twin(Guest guest, String namespace) {
    Twins twins = new Twins(guest.namespace, guest.id, guest.id, Map.of());
    Namespace twin = twins.twin("shop", namespace);
    side.create(twin);
    side.create(twins.binding(namespace));
  }

  private static AuthParams slice(Guest guest) {
    ResourceSlice slice =
        controlPlane.create(SLICES, guest.slice("iso", Subject.slice(guest.id, "iso")));
    return await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                Optional.ofNullable(side.admin().get(SLICES, Ref.of(slice)).getStatus())
                    .flatMap(status -> Optional.ofNullable(status.authParams())),
            Optional::isPresent)
        .orElseThrow();
  }

  private static List<Integer> codes(Api api, List<String> paths) {
    return paths.stream()
        .map(
            path -> {
              try {
                api.text(path, Duration.ofSeconds(10));
                return 200;
              } catch (ApiFailure failure) {
                return failure.code();
              }
            })
        .toList();
  }

  private static int creation(Api api, String namespace, String apiVersion, String kind) {
    Map<String, Object> object =
        Map.of(
            "apiVersion",
            apiVersion,
            "kind",
            kind,
            "metadata",
            Map.of("name", "intruder", "namespace", namespace));
    try {
      api.patch(
          new Kind<>(
              GenericKubernetesResource.class,
              apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "",
              apiVersion.substring(apiVersion.indexOf('/') + 1),
              plural(kind),
              true),
          new Ref(namespace, "intruder"),
          Patch.apply(object, "intruder"));
      return 200;
    } catch (ApiFailure failure) {
      return failure.code();
    }
  }

  private static String plural(String kind) {
    return kind.toLowerCase(Locale.ROOT) + "s";
  }
}
