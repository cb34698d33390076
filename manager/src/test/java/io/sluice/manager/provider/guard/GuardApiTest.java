package io.sluice.manager.provider.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodSpec;
import io.sluice.api.policy.ObjectGuardrails;
import io.sluice.api.policy.StreamGuardrails;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.access.TenantAccess;
import io.sluice.translate.guard.AdmissionRule;
import io.sluice.translate.guard.ObjectRules;
import io.sluice.translate.guard.ShadowPodRules;
import io.sluice.translate.namespaces.Twins;
import io.sluice.translate.tenant.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The guard's policies as an API server evaluates them, under a consumer's own credential. */
@NeedsClusters("provider")
class GuardApiTest {
  private static final String TWIN = "shop-rome";
  private static final String USER = Subject.sliceUser("rome", "gpu");
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private static ProviderBed bed;
  private static Api rome;

  @BeforeAll
  static void install(Cluster provider) {
    bed = new ProviderBed(provider);
    TenantAccess.clusterRoles().forEach(bed::apply);
    Twins twins = new Twins("liqo-tenant-rome", "rome", "rome", Map.of());
    bed.ensure(twins.twin("shop", TWIN));
    bed.apply(twins.binding(TWIN));
    bed.ensure(ProviderBed.namespace("plain", Map.of()));
    bed.apply(ShadowPodRules.creator());
    bed.apply(ShadowPodRules.creatorBinding());
    install(ShadowPodRules.tenancy("milan"));
    ObjectGuardrails strict =
        new ObjectGuardrails(
            List.of("Opaque", "kubernetes.io/tls"),
            false,
            false,
            false,
            List.of("nginx"),
            List.of("shop.example.org", "*.rome.example.org"),
            Map.of());
    new ObjectRules("milan", "rome")
        .of(strict, new StreamGuardrails(false, true, false))
        .forEach(GuardApiTest::install);
    rome = bed.as(USER, "rome");
    awaitRefusal(secret("Opaque", "example.org/other"));
    awaitRefusal(service("NodePort"));
    awaitRefusal(ingress("evil.example.org", Map.of()));
    awaitRefusal(shadowPod("tokyo"));
  }

  private static void install(AdmissionRule rule) {
    bed.apply(rule.policy());
    bed.apply(rule.binding());
  }

  /** Policies come into force a moment after they are written. */
  private static void awaitRefusal(HasMetadata object) {
    await().atMost(Duration.ofSeconds(60)).until(() -> !isCreated(fresh(object)));
  }

  @SuppressWarnings("unchecked")
  private static boolean isCreated(HasMetadata object) {
    try {
      rome.create((Kind<HasMetadata>) Kind.of(object.getClass()), object);
      return true;
    } catch (ApiFailure refused) {
      return false;
    }
  }

  record Case(String name, HasMetadata object, String refusal) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Case> CASES =
      List.of(
          new Case("a plain Secret", secret("Opaque", "Opaque"), ""),
          new Case("a Secret without type", secret("Opaque", ""), ""),
          new Case(
              "a Secret of another type",
              secret("Opaque", "example.org/other"),
              "cluster milan refuses type: this type of Secret is not allowed"
                  + " (rule objects.secretTypes)"),
          new Case(
              "a token of the provider",
              new SecretBuilder(secret("Opaque", "kubernetes.io/service-account-token"))
                  .editMetadata()
                  .addToAnnotations("kubernetes.io/service-account.name", "default")
                  .endMetadata()
                  .build(),
              "objects.secretTypes"),
          new Case("a plain Service", service("ClusterIP"), ""),
          new Case("a NodePort", service("NodePort"), "(rule objects.nodePorts)"),
          new Case("a LoadBalancer", service("LoadBalancer"), "(rule objects.loadBalancers)"),
          new Case(
              "an external address",
              new ServiceBuilder(service("ClusterIP"))
                  .editSpec()
                  .withExternalIPs("192.0.2.1")
                  .endSpec()
                  .build(),
              "(rule objects.externalIPs)"),
          new Case("an Ingress of an own host", ingress("shop.example.org", Map.of()), ""),
          new Case("an Ingress below an own domain", ingress("a.rome.example.org", Map.of()), ""),
          new Case(
              "an Ingress of another host",
              ingress("bank.example.org", Map.of()),
              "(rule objects.ingressHosts)"),
          new Case(
              "an Ingress of a host that only ends alike",
              ingress("evilrome.example.org", Map.of()),
              "(rule objects.ingressHosts)"),
          new Case(
              "an Ingress of every host",
              new IngressBuilder(ingress("shop.example.org", Map.of()))
                  .editSpec()
                  .editFirstRule()
                  .withHost(null)
                  .endRule()
                  .endSpec()
                  .build(),
              "(rule objects.ingressHosts)"),
          new Case(
              "an Ingress with a snippet",
              ingress(
                  "shop.example.org",
                  Map.of("nginx.ingress.kubernetes.io/configuration-snippet", "return 200;")),
              "snippets and aliases are not allowed"),
          new Case(
              "an Ingress of another class",
              new IngressBuilder(ingress("shop.example.org", Map.of()))
                  .editSpec()
                  .withIngressClassName("internal")
                  .endSpec()
                  .build(),
              "(rule objects.ingressClasses)"),
          new Case("a ShadowPod", shadowPod("rome"), ""),
          new Case("a ShadowPod of another origin", shadowPod("tokyo"), "(rule tenancy)"),
          new Case("a ShadowPod without containers", without(shadowPod("rome")), "(rule shape)"));

  @ParameterizedTest(name = "T-28: {0}")
  @FieldSource("CASES")
  void aConsumerMayWriteThisAndNotThat(Case given) {
    if (given.refusal().isEmpty()) {
      assertThat(isCreated(fresh(given.object()))).isTrue();
    } else {
      assertThatThrownBy(() -> create(fresh(given.object())))
          .isInstanceOf(ApiFailure.class)
          .hasMessageContaining(given.refusal());
    }
  }

  @Test
  void theProvidersOwnPeopleAreNotBound() {
    assertThat(bed.create(fresh(service("NodePort"))).getMetadata().getUid()).isNotNull();
  }

  @Test
  void whoMadeAShadowPodIsStampedAndNotBelieved() {
    ShadowPod forged = fresh(shadowPod("rome"));
    forged.getMetadata().getLabels().put(Labels.CREATOR_USER, "somebody-else");

    ShadowPod made = create(forged);

    assertThat(made.getMetadata().getLabels()).containsEntry(Labels.CREATOR_USER, USER);
  }

  @Test
  void neitherCreatorNorLocalIdentityMayChange() {
    ShadowPod made = create(fresh(shadowPod("rome")));
    Ref ref = Ref.of(made);

    assertThatThrownBy(() -> patch(rome, ref, Labels.CREATOR_USER, "other", "labels"))
        .hasMessageContaining("(rule creator)");
    assertThatThrownBy(() -> patch(rome, ref, Annotations.LOCAL_UID, "u2", "annotations"))
        .hasMessageContaining("(rule identity)");
    assertThatThrownBy(() -> patch(rome, ref, Labels.ORIGIN, "tokyo", "labels"))
        .hasMessageContaining("(rule tenancy)");
    assertThat(patch(rome, ref, "app", "web", "labels").getMetadata().getLabels())
        .containsEntry("app", "web");
  }

  @Test
  void anotherSliceOfTheSameConsumerMayNotTouchIt() {
    ShadowPod made = create(fresh(shadowPod("rome")));
    Api other = bed.as(Subject.sliceUser("rome", "cpu"), "rome");

    assertThatThrownBy(() -> patch(other, Ref.of(made), "app", "web", "labels"))
        .hasMessageContaining("another identity made it");
  }

  @Test
  void streamsThatAreForbiddenAreRefusedBeforeThePodIsLookedAt() {
    // An API server learns of its policies one after the other.
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              assertThatThrownBy(() -> connect("exec?command=id"))
                  .hasMessageContaining("cluster milan refuses pods/exec");
              assertThatThrownBy(() -> connect("portforward"))
                  .hasMessageContaining("cluster milan refuses pods/portforward");
            });
    assertThatThrownBy(() -> connect("attach")).hasMessageNotContaining("cluster milan refuses");
  }

  private static void connect(String stream) {
    rome.createBelow(pods(), none(), stream, Map.of(), Object.class);
  }

  private static Kind<io.fabric8.kubernetes.api.model.Pod> pods() {
    return Kind.of(io.fabric8.kubernetes.api.model.Pod.class);
  }

  private static Ref none() {
    return new Ref(TWIN, "no-such-pod");
  }

  private static ShadowPod patch(Api api, Ref ref, String key, String value, String where) {
    return api.patch(
        Kind.of(ShadowPod.class),
        ref,
        Patch.merge(Map.of("metadata", Map.of(where, Map.of(key, value)))));
  }

  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> T create(T object) {
    return rome.create((Kind<T>) Kind.of(object.getClass()), object);
  }

  /** The same object under a name of its own. */
  private static <T extends HasMetadata> T fresh(T object) {
    object.getMetadata().setName("x" + COUNTER.incrementAndGet());
    return object;
  }

  private static ObjectMeta meta() {
    return new ObjectMetaBuilder().withNamespace(TWIN).build();
  }

  private static Secret secret(String key, String type) {
    return new SecretBuilder()
        .withMetadata(meta())
        .withType(type.isEmpty() ? null : type)
        .addToStringData("tls.crt", "")
        .addToStringData("tls.key", key)
        .build();
  }

  private static Service service(String type) {
    return new ServiceBuilder()
        .withMetadata(meta())
        .withNewSpec()
        .withType(type)
        .addNewPort()
        .withPort(80)
        .endPort()
        .endSpec()
        .build();
  }

  private static Ingress ingress(String host, Map<String, String> annotations) {
    return new IngressBuilder()
        .withMetadata(new ObjectMetaBuilder(meta()).withAnnotations(annotations).build())
        .withNewSpec()
        .withIngressClassName("nginx")
        .addNewRule()
        .withHost(host)
        .withNewHttp()
        .addNewPath()
        .withPath("/")
        .withPathType("Prefix")
        .withNewBackend()
        .withNewService()
        .withName("web")
        .withNewPort()
        .withNumber(80)
        .endPort()
        .endService()
        .endBackend()
        .endPath()
        .endHttp()
        .endRule()
        .endSpec()
        .build();
  }

  private static ShadowPod shadowPod(String origin) {
    ShadowPod shadow = new ShadowPod();
    shadow.setMetadata(
        new ObjectMetaBuilder(meta())
            .addToLabels(Labels.ORIGIN, origin)
            .addToAnnotations(Annotations.LOCAL_UID, "u1")
            .build());
    shadow.setSpec(
        new ShadowPodSpec(
            new PodSpecBuilder()
                .addNewContainer()
                .withName("a")
                .withImage("a")
                .endContainer()
                .build()));
    return shadow;
  }

  private static ShadowPod without(ShadowPod shadow) {
    shadow.setSpec(new ShadowPodSpec(new PodSpecBuilder().withHostname("x").build()));
    return shadow;
  }
}
