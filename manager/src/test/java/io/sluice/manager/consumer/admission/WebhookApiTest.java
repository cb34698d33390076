package io.sluice.manager.consumer.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.sluice.api.offloading.MappingStrategy;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Controller;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.Home;
import io.sluice.testbed.Bed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.ClusterOptions;
import io.sluice.testbed.model.Component;
import io.sluice.translate.place.Placement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Pod admission on an API server that does not know MutatingAdmissionPolicy (D-25): the same table
 * of cases as {@link AdmissionApiTest}, so the two are equal.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WebhookApiTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Kind<MutatingWebhookConfiguration> CONFIGURATIONS =
      Kind.of(MutatingWebhookConfiguration.class);

  private static Bed bed;
  private static Home home;
  private static ConsumerFeeds feeds;
  private static List<Controller> controllers;
  private static WebhookController webhooks;

  @BeforeAll
  static void install() {
    bed = Bed.open("older");
    Cluster older = bed.start(ClusterOptions.named("older").withTuning(withoutPolicies()));
    home = Home.of(older);
    feeds = new ConsumerFeeds(home.api());
    controllers =
        PodAdmission.controllers(
            home.api(),
            PodPolicies.of(Names.RUNTIME_CLASS, Names.SYSTEM_NAMESPACE),
            new NamespaceChecks("milan"),
            feeds,
            Clock.systemUTC());
    webhooks =
        controllers.stream()
            .filter(WebhookController.class::isInstance)
            .map(WebhookController.class::cast)
            .findFirst()
            .orElseThrow();
    controllers.forEach(Controller::start);
    feeds.start();
    await().atMost(SOON).until(() -> home.api().find(CONFIGURATIONS, name()).isPresent());
  }

  private static ClusterOptions.Tuning withoutPolicies() {
    String group = "admissionregistration.k8s.io/v1/mutatingadmissionpolic";
    return ClusterOptions.Tuning.NORMAL.withFlags(
        Component.API_SERVER,
        "--runtime-config=%1$sies=false,%1$sybindings=false".formatted(group),
        "--disable-admission-plugins=MutatingAdmissionPolicy");
  }

  @AfterAll
  static void uninstall() {
    controllers.forEach(Controller::close);
    feeds.close();
    home.close();
    bed.close();
  }

  @Test
  @Order(1)
  void placesEveryPodAsThePolicyDoes() {
    List<AdmissionApiTest.Case> cases = AdmissionApiTest.CASES;
    for (int i = 0; i < cases.size(); i++) {
      AdmissionApiTest.Case given = cases.get(i);
      String namespace = "t-webhook-" + i;
      extended(namespace, spec(given));
      PodSpec once = eventually(namespace, given.pod());
      AdmissionApiTest.assertSamePlacement(
          once,
          Placement.of(given.strategy(), given.selector()).admit(given.pod(), Names.RUNTIME_CLASS));
      PodSpec again = AdmissionApiTest.with(given.pod(), once);
      AdmissionApiTest.assertSamePlacement(rehearse(namespace, again), once);
    }
  }

  @Test
  @Order(2)
  void theVeryFirstPodUnderTheSwitchIsPlaced() {
    home.namespace("t-webhook-switch", Map.of(Labels.ENABLED, Labels.TRUE));
    assertThat(tolerates(home.rehearse("t-webhook-switch", null))).isTrue();
    assertThat(tolerates(home.rehearse("default", null))).isFalse();
  }

  @Test
  @Order(3)
  void aNewCertificateIsShownAndBelievedWithoutAGap() {
    extended("t-webhook-renewed", remote());
    String before = bundle();
    webhooks.replaceCertificate();
    await()
        .atMost(SOON)
        .until(
            () -> {
              assertThat(tolerates(eventually("t-webhook-renewed", AdmissionApiTest.PLAIN)))
                  .isTrue();
              return !bundle().equals(before);
            });
    assertThat(tolerates(home.rehearse("t-webhook-renewed", null))).isTrue();
  }

  /** With nobody to answer, only pods of extended namespaces wait. */
  @Test
  @Order(4)
  void podsOfOtherNamespacesDoNotNeedTheManager() {
    extended("t-webhook-down", remote());
    eventually("t-webhook-down", AdmissionApiTest.PLAIN);
    webhooks.close();

    assertThat(isRefused("t-webhook-down")).isTrue();
    assertThat(isRefused("default")).isFalse();
    assertThat(isRefused("kube-system")).isFalse();
    assertThat(isRefused("t-webhook-switch")).as("only bridges a moment").isFalse();
  }

  private static void extended(String namespace, NamespaceOffloadingSpec spec) {
    home.namespace(namespace, Map.of(Labels.SCHEDULING_ENABLED, Labels.TRUE));
    home.extend(namespace, spec);
  }

  private static NamespaceOffloadingSpec spec(AdmissionApiTest.Case given) {
    return new NamespaceOffloadingSpec(
        MappingStrategy.DEFAULT_NAME, null, given.strategy(), given.selector());
  }

  private static NamespaceOffloadingSpec remote() {
    return new NamespaceOffloadingSpec(
        MappingStrategy.DEFAULT_NAME, null, PodOffloadingStrategy.REMOTE, null);
  }

  /** Until the manager knows the NamespaceOffloading, it lets no pod of the namespace pass. */
  private static PodSpec eventually(String namespace, PodSpec spec) {
    return await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptionsMatching(
            failure ->
                failure instanceof ApiFailure denied
                    && (denied.reason().contains("no NamespaceOffloading is known")
                        || denied.reason().contains("serviceaccount")))
        .until(() -> rehearse(namespace, spec), found -> found != null);
  }

  private static PodSpec rehearse(String namespace, PodSpec spec) {
    return home.api()
        .rehearse(AdmissionApiTest.PODS, AdmissionApiTest.in(namespace, spec))
        .getSpec();
  }

  private static boolean isRefused(String namespace) {
    try {
      home.rehearse(namespace, null);
      return false;
    } catch (ApiFailure refused) {
      return true;
    }
  }

  private static String bundle() {
    return home.api()
        .get(CONFIGURATIONS, name())
        .getWebhooks()
        .getFirst()
        .getClientConfig()
        .getCaBundle();
  }

  private static Ref name() {
    return Ref.cluster(PodWebhooks.NAME);
  }

  private static boolean tolerates(PodSpec spec) {
    return spec.getTolerations().stream()
        .anyMatch(toleration -> Names.TAINT_NOT_ALLOWED.equals(toleration.getKey()));
  }
}
