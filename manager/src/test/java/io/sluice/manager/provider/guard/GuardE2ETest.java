package io.sluice.manager.provider.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodSpec;
import io.sluice.api.policy.ObjectGuardrails;
import io.sluice.api.policy.PolicyTargets;
import io.sluice.api.policy.StreamGuardrails;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.manager.provider.namespaces.Maps;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.namespaces.Twins;
import io.sluice.translate.tenant.Policies;
import io.sluice.translate.tenant.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bad objects, sent as a consumer would send them, and what the API server answers. */
@NeedsClusters("lender")
class GuardE2ETest {
  private static final Duration SOON = Duration.ofSeconds(40);
  private static final String TWIN = "guarded-rome";
  private static final String ROME = Subject.sliceUser("rome", "slice");
  private static ProviderBed bed;
  private static Maps maps;
  private static Api rome;
  private static int serial;

  @BeforeAll
  static void prepare(Cluster lender) {
    bed = new ProviderBed(lender);
    maps = new Maps(bed, "rome").serving();
    maps.want(Map.of("guarded", TWIN));
    await().atMost(SOON).until(() -> maps.phase("guarded").equals("ACCEPTED"));
    rome = bed.as(ROME, "rome");
  }

  @AfterAll
  static void end() {
    maps.close();
    rome.close();
  }

  @Test
  void tokensOfTheProviderCannotBeRead() {
    Secret token =
        new SecretBuilder()
            .withMetadata(fresh())
            .withType("kubernetes.io/service-account-token")
            .build();
    token.getMetadata().setAnnotations(Map.of("kubernetes.io/service-account.name", "default"));
    refused(rome, token, "cluster provider refuses type", "rule objects.secretTypes");
    allowed(rome, new SecretBuilder().withMetadata(fresh()).addToStringData("k", "v").build());
  }

  @Test
  void nobodyClaimsAddressesOfOthers() {
    refused(
        rome,
        new ServiceBuilder(service("ClusterIP"))
            .editSpec()
            .withExternalIPs("8.8.8.8")
            .endSpec()
            .build(),
        "cluster provider refuses spec.externalIPs",
        "rule objects.externalIPs");
    allowed(rome, service("ClusterIP"));
  }

  @Test
  void ingressesCarryNoCode() {
    Ingress ingress = ingress("shop.example.org");
    ingress.getMetadata().setAnnotations(Map.of("nginx.ingress.kubernetes.io/server-snippet", "x"));
    refused(rome, ingress, "cluster provider refuses metadata.annotations", "rule objects");
    allowed(rome, ingress("shop.example.org"));
  }

  @Test
  void aPolicyTightensWhatHoldsAtOnceAndItsEndLoosensIt() {
    allowed(rome, service("NodePort"));
    TenantPolicy policy = new TenantPolicy();
    policy.setMetadata(new ObjectMetaBuilder().withName("tight").build());
    policy.setSpec(
        new TenantPolicySpec(
            new PolicyTargets(List.of("rome"), null),
            1,
            List.of(),
            Policies.DEFAULT.podSecurity(),
            Policies.DEFAULT.pods(),
            new StreamGuardrails(false, true, true),
            new ObjectGuardrails(
                List.of("Opaque"),
                false,
                false,
                true,
                List.of("internal"),
                List.of("*.rome.example"),
                Map.of()),
            false));
    bed.create(policy);
    refused(rome, service("NodePort"), "NodePort is not allowed", "rule objects.nodePorts");
    refused(rome, ingress("evil.example"), "spec.rules", "rule objects.ingressHosts");
    allowed(rome, ingress("shop.rome.example"));
    String exec = "/api/v1/namespaces/%s/pods/none/exec?command=sh".formatted(TWIN);
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(
                        failure(
                            () ->
                                rome.createBelow(
                                    Kind.of(Pod.class),
                                    new Ref(TWIN, "none"),
                                    "exec",
                                    Map.of(),
                                    Map.class)))
                    .as(exec)
                    .contains("rule streams.exec"));

    bed.delete(TenantPolicy.class, "", "tight");
    allowed(rome, service("NodePort"));
    await()
        .atMost(SOON)
        .until(() -> bed.find(ValidatingAdmissionPolicy.class, "", "exec.rome.sluice.io") == null);
  }

  @Test
  void shadowPodsLieWhereTheirOwnerDoesAndSayWhoMadeThem() {
    ShadowPod made = rome.create(Kind.of(ShadowPod.class), shadow("rome", Map.of()));
    assertThat(made.getMetadata().getLabels()).containsEntry(Labels.CREATOR_USER, ROME);
    ShadowPod forged =
        rome.create(
            Kind.of(ShadowPod.class), shadow("rome", Map.of(Labels.CREATOR_USER, "somebody")));
    assertThat(forged.getMetadata().getLabels()).containsEntry(Labels.CREATOR_USER, ROME);

    refused(rome, shadow("milan", Map.of()), "must be the owner of the namespace", "rule tenancy");
    assertThat(
            failure(
                () ->
                    rome.patch(
                        Kind.of(ShadowPod.class),
                        Ref.of(made),
                        Patch.merge(
                            Map.of(
                                "metadata",
                                Map.of("labels", Map.of(Labels.CREATOR_USER, "somebody")))))))
        .contains("may not change (rule creator)");
  }

  @Test
  void anotherTenantWithRightsByMistakeIsRefusedAllTheSame() {
    RoleBinding mistake = new Twins("liqo-tenant-rome", "rome", "milan", Map.of()).binding(TWIN);
    mistake.getMetadata().setName("mistake");
    bed.create(mistake);
    try (Api milan = bed.as(Subject.sliceUser("milan", "slice"), "milan")) {
      refused(milan, shadow("rome", Map.of()), "belongs to another tenant", "rule tenancy");
    }
    bed.delete(RoleBinding.class, TWIN, "mistake");
  }

  @Test
  void aGuardThatSomebodyRemovesOrWeakensComesBack() {
    String name = "secrets.rome.sluice.io";
    bed.delete(ValidatingAdmissionPolicyBinding.class, "", name);
    bed.admin()
        .patch(
            Kind.of(ValidatingAdmissionPolicy.class),
            Ref.cluster(name),
            Patch.merge(Map.of("spec", Map.of("failurePolicy", "Ignore"))));
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(bed.find(ValidatingAdmissionPolicyBinding.class, "", name)).isNotNull();
              assertThat(
                      bed.get(ValidatingAdmissionPolicy.class, "", name)
                          .getSpec()
                          .getFailurePolicy())
                  .isEqualTo("Fail");
            });
  }

  @Test
  void theProvidersOwnPeopleAndNamespacesAreNotBound() {
    bed.create(service("NodePort"));
    bed.cluster().kubectl("delete", "crd", "tenantpolicies.sluice.io").outOrThrow();
    try {
      for (String namespace : List.of("default", "kube-system")) {
        ConfigMap map =
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("free-" + serial++)
                .endMetadata()
                .build();
        bed.create(map);
        bed.delete(ConfigMap.class, namespace, map.getMetadata().getName());
      }
      Secret token =
          new SecretBuilder()
              .withMetadata(fresh())
              .withType("bootstrap.kubernetes.io/token")
              .build();
      refused(rome, token, "cluster provider refuses type", "rule objects.secretTypes");
    } finally {
      bed.cluster()
          .kubectl("apply", "--server-side", "-f", "../deploy/crds/sluice.io_tenantpolicies.yaml")
          .outOrThrow();
    }
  }

  /** Policies reach the API server's own cache a moment after they were written. */
  private static <T extends HasMetadata> void refused(Api as, T object, String... words) {
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(failure(() -> tryOut(as, object))).contains(words));
  }

  private static <T extends HasMetadata> void allowed(Api as, T object) {
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(failure(() -> tryOut(as, object))).isEmpty());
  }

  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> void tryOut(Api as, T object) {
    as.create((Kind<T>) Kind.of(object.getClass()), object);
    bed.delete(
        object.getClass(), object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  private static String failure(Runnable request) {
    try {
      request.run();
      return "";
    } catch (ApiFailure failure) {
      assertThat(failure.problem()).isIn(Problem.FORBIDDEN, Problem.INVALID, Problem.NOT_FOUND);
      return failure.reason();
    }
  }

  private static ObjectMeta fresh() {
    return new ObjectMetaBuilder().withNamespace(TWIN).withName("try-" + serial++).build();
  }

  private static Service service(String type) {
    return new ServiceBuilder()
        .withMetadata(fresh())
        .withNewSpec()
        .withType(type)
        .addNewPort()
        .withPort(80)
        .endPort()
        .endSpec()
        .build();
  }

  private static Ingress ingress(String host) {
    return new IngressBuilder()
        .withMetadata(fresh())
        .withNewSpec()
        .addNewRule()
        .withHost(host)
        .endRule()
        .endSpec()
        .build();
  }

  private static ShadowPod shadow(String origin, Map<String, String> labels) {
    ShadowPod shadow = new ShadowPod();
    shadow.setMetadata(
        new ObjectMetaBuilder(fresh())
            .withLabels(labels)
            .addToLabels(Labels.ORIGIN, origin)
            .build());
    shadow.setSpec(
        new ShadowPodSpec(
            new PodSpecBuilder()
                .addNewContainer()
                .withName("c")
                .withImage("i")
                .endContainer()
                .build()));
    return shadow;
  }
}
