package io.sluice.manager.provider.namespaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.sluice.api.policy.PodSecurity;
import io.sluice.api.policy.PodSecurityLevel;
import io.sluice.api.policy.PolicyTargets;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.guard.Backstop;
import io.sluice.translate.tenant.Policies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** NM-T and §5.4 on a real cluster: namespaces really terminate, quotas are really counted. */
@NeedsClusters("lender")
class NamespaceMapE2ETest {
  private static final Duration SOON = Duration.ofSeconds(40);
  private static final String POLICY = "rome-policy";
  private static ProviderBed bed;
  private Maps maps;

  @BeforeAll
  static void prepare(Cluster lender) {
    bed = new ProviderBed(lender);
  }

  @BeforeEach
  void begin() {
    maps = new Maps(bed, "rome");
  }

  @AfterEach
  void end() {
    maps.close();
    bed.delete(TenantPolicy.class, "", POLICY);
  }

  @Test
  void aWantedTwinIsMadeWithAllThatBelongsToIt() {
    maps.serving().want(Map.of("shop", "shop-rome"));
    soon("shop", "ACCEPTED");

    Namespace twin = bed.get(Namespace.class, "", "shop-rome");
    assertThat(twin.getMetadata().getLabels())
        .containsEntry(Labels.REMOTE_CLUSTER_ID, "rome")
        .containsEntry(Labels.POD_SECURITY_ENFORCE, "baseline");
    assertThat(twin.getMetadata().getAnnotations())
        .containsEntry(Annotations.ORIGINAL_NAME, "shop")
        .containsEntry(Annotations.MANAGED_BY_NAMESPACE_MAP, "liqo-tenant-rome/rome");
    RoleBinding rights = bed.get(RoleBinding.class, "shop-rome", "liqo-tenant-rome");
    assertThat(rights.getSubjects().getFirst().getName()).isEqualTo("rome");
    assertThat(bed.get(ResourceQuota.class, "shop-rome", Backstop.NAME).getSpec().getHard())
        .containsKey("count/secrets");
    assertThat(maps.get().getMetadata().getFinalizers()).contains(Finalizers.NAMESPACE_MAP);
  }

  @Test
  void somebodyElsesNamespaceIsAConflictThatOthersDoNotFeel() {
    bed.create(ProviderBed.namespace("taken", Map.of()));
    maps.serving().want(Map.of("shop", "shop-rome", "cart", "taken", "odd", "kube-odd"));
    soon("shop", "ACCEPTED");
    soon("cart", "CREATION_LOOP_BACK_OFF");
    soon("odd", "CREATION_LOOP_BACK_OFF");
    assertThat(bed.get(Namespace.class, "", "taken").getMetadata().getAnnotations())
        .isNullOrEmpty();

    bed.delete(Namespace.class, "", "taken");
    soon("cart", "ACCEPTED");

    maps.want(Map.of("shop", "shop-rome"));
    soon("cart", "");
    assertThat(maps.hasNamespace("taken")).isFalse();
  }

  @Test
  void whatSomebodyTakesAwayIsPutBack() {
    maps.serving().want(Map.of("shop", "shop-rome"));
    soon("shop", "ACCEPTED");

    bed.delete(RoleBinding.class, "shop-rome", "liqo-tenant-rome");
    bed.delete(ResourceQuota.class, "shop-rome", Backstop.NAME);
    label("shop-rome", Map.of(Labels.POD_SECURITY_ENFORCE, "privileged"));
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(bed.find(RoleBinding.class, "shop-rome", "liqo-tenant-rome")).isNotNull();
              assertThat(bed.find(ResourceQuota.class, "shop-rome", Backstop.NAME)).isNotNull();
              assertThat(securityOf("shop-rome")).isEqualTo("baseline");
            });
    String first = bed.get(Namespace.class, "", "shop-rome").getMetadata().getUid();
    bed.delete(Namespace.class, "", "shop-rome");
    await()
        .atMost(SOON)
        .until(() -> maps.hasNamespace("shop-rome") && !uid("shop-rome").equals(first));
    soon("shop", "ACCEPTED");
  }

  @Test
  void aTwinThatIsWantedNoLongerGoesAndANamespaceOfOthersStays() {
    maps.serving().want(Map.of("shop", "shop-rome", "cart", "cart-rome"));
    soon("shop", "ACCEPTED");
    soon("cart", "ACCEPTED");
    bed.admin()
        .patch(
            Kind.of(Namespace.class),
            Ref.cluster("cart-rome"),
            Patch.merge(
                new NamespaceBuilder()
                    .withNewMetadata()
                    .addToAnnotations(Annotations.MANAGED_BY_NAMESPACE_MAP, "somebody/else")
                    .endMetadata()
                    .build()));
    maps.want(Map.of());
    await().atMost(SOON).until(() -> !maps.hasNamespace("shop-rome"));
    soon("shop", "");
    soon("cart", "");
    assertThat(maps.hasNamespace("cart-rome")).isTrue();
    bed.delete(Namespace.class, "", "cart-rome");
  }

  @Test
  void aMapThatIsDeletedWhileTheManagerIsDeadTakesItsTwinsWithIt() {
    maps.serving().want(Map.of("shop", "shop-rome"));
    soon("shop", "ACCEPTED");
    maps.die();
    Namespace unmentioned =
        new NamespaceBuilder(bed.get(Namespace.class, "", "shop-rome"))
            .withMetadata(
                new ObjectMetaBuilder()
                    .withName("cart-rome")
                    .addToAnnotations(Annotations.MANAGED_BY_NAMESPACE_MAP, "liqo-tenant-rome/rome")
                    .addToAnnotations(Annotations.ORIGINAL_NAME, "cart")
                    .build())
            .withSpec(null)
            .withStatus(null)
            .build();
    bed.create(unmentioned);
    maps.delete();
    assertThat(maps.exists()).isTrue();

    maps.serving();
    await().atMost(SOON).until(() -> !maps.exists());
    assertThat(maps.hasNamespace("shop-rome")).isFalse();
    assertThat(maps.hasNamespace("cart-rome")).isFalse();
  }

  @Test
  void theSecurityLevelFollowsThePolicy() {
    maps.serving().want(Map.of("shop", "shop-rome"));
    soon("shop", "ACCEPTED");
    policy(new PodSecurity(PodSecurityLevel.RESTRICTED, "v1.36"), false);
    await().atMost(SOON).until(() -> securityOf("shop-rome").equals("restricted"));
  }

  @Test
  void volumesStayWhereBothSidesWantItAndNothingElseDoes() {
    policy(PodSecurity.defaults(), true);
    maps.serving().want(Map.of("shop", "shop-rome"));
    soon("shop", "ACCEPTED");
    maps.annotate(Annotations.PVC_RETENTION, "shop");
    bed.create(claim("shop-rome", "data"));
    bed.create(secret("shop-rome", "password"));

    maps.want(Map.of());
    soon("shop", "");
    Namespace kept = bed.get(Namespace.class, "", "shop-rome");
    assertThat(kept.getMetadata().getAnnotations())
        .containsEntry(Annotations.RETAINED_FROM, "liqo-tenant-rome/rome")
        .containsEntry(Annotations.RETAINED_VOLUMES, "data")
        .doesNotContainKey(Annotations.MANAGED_BY_NAMESPACE_MAP);
    assertThat(bed.find(PersistentVolumeClaim.class, "shop-rome", "data")).isNotNull();
    assertThat(bed.find(Secret.class, "shop-rome", "password")).isNull();
    assertThat(bed.find(RoleBinding.class, "shop-rome", "liqo-tenant-rome")).isNull();
    assertThat(bed.find(RoleBinding.class, "shop-rome", "sluice-release")).isNull();

    maps.want(Map.of("shop", "shop-rome"));
    soon("shop", "ACCEPTED");
    assertThat(bed.find(PersistentVolumeClaim.class, "shop-rome", "data")).isNotNull();
    maps.annotate(Annotations.PVC_RETENTION, "");
  }

  @Test
  void nobodyGetsRightsWhereNoGuardStands() {
    maps.guarding().die();
    bed.cluster().kubectl("delete", "validatingadmissionpolicybindings", "--all").outOrThrow();
    maps.servingUnguarded().want(Map.of("shop", "shop-rome"));
    await().atMost(SOON).until(() -> maps.hasNamespace("shop-rome"));
    await()
        .during(Duration.ofSeconds(2))
        .atMost(Duration.ofSeconds(3))
        .untilAsserted(
            () -> {
              assertThat(bed.find(RoleBinding.class, "shop-rome", "liqo-tenant-rome")).isNull();
              assertThat(maps.phase("shop")).isEmpty();
            });
    maps.guarding();
    soon("shop", "ACCEPTED");
  }

  @Test
  void nothingIsWrittenWhenNothingChanged() {
    maps.serving().want(Map.of("shop", "shop-rome"));
    soon("shop", "ACCEPTED");
    maps.die();
    AuditLog.Mark mark = bed.cluster().audit().mark();
    maps.serving().want(Map.of("shop", "shop-rome", "cart", "cart-rome"));
    soon("cart", "ACCEPTED");
    assertThat(
            bed.cluster().audit().since(mark).by(ProviderBed.MANAGER).writes().counts().entrySet())
        .extracting(
            entry ->
                entry.getKey().verb() + " " + entry.getKey().resource() + " " + entry.getValue())
        .containsExactlyInAnyOrder(
            "create namespaces 1",
            "create resourcequotas 1",
            "create rolebindings 1",
            "patch namespacemaps/status 1");
  }

  private void soon(String local, String phase) {
    await().atMost(SOON).untilAsserted(() -> assertThat(maps.phase(local)).isEqualTo(phase));
  }

  private static String uid(String namespace) {
    return bed.get(Namespace.class, "", namespace).getMetadata().getUid();
  }

  private static String securityOf(String namespace) {
    return bed.get(Namespace.class, "", namespace)
        .getMetadata()
        .getLabels()
        .getOrDefault(Labels.POD_SECURITY_ENFORCE, "");
  }

  private static void label(String namespace, Map<String, String> labels) {
    bed.admin()
        .patch(
            Kind.of(Namespace.class),
            Ref.cluster(namespace),
            Patch.merge(Map.of("metadata", Map.of("labels", labels))));
  }

  private static void policy(PodSecurity security, boolean retainVolumes) {
    TenantPolicy policy = new TenantPolicy();
    policy.setMetadata(new ObjectMetaBuilder().withName(POLICY).build());
    policy.setSpec(
        new TenantPolicySpec(
            new PolicyTargets(List.of("rome"), null),
            1,
            List.of(),
            security,
            Policies.DEFAULT.pods(),
            Policies.DEFAULT.streams(),
            Policies.DEFAULT.objects(),
            retainVolumes));
    bed.create(policy);
  }

  private static PersistentVolumeClaim claim(String namespace, String name) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withAccessModes("ReadWriteOnce")
        .withNewResources()
        .addToRequests("storage", new Quantity("1Gi"))
        .endResources()
        .endSpec()
        .build();
  }

  private static Secret secret(String namespace, String name) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .addToStringData("k", "v")
        .build();
  }
}
