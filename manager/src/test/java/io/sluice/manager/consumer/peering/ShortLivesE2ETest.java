package io.sluice.manager.consumer.peering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReviewBuilder;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.manager.border.Travel;
import io.sluice.manager.provider.tenancy.ProviderSettings;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Nobody does anything while certificates end and others take their place (§8.4). */
@NeedsClusters({"home", "away"})
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class ShortLivesE2ETest {
  private static final String HERE = "liqo-tenant-away";
  private static final String THERE = "liqo-tenant-home";
  private static final List<String> IDENTITIES =
      List.of(Names.CONTROL_PLANE_IDENTITY_PREFIX + "away", Names.SLICE_IDENTITY_PREFIX + "early");
  private static final ProviderSettings.Lives SHORTEST =
      new ProviderSettings.Lives(
          ProviderSettings.Lives.SHORTEST_CERTIFICATE, Duration.ofMinutes(10));

  @Test
  void aPeeringOutlivesItsFirstCertificates(Cluster home, Cluster away) {
    try (RunningCluster here = new RunningCluster(home, "home");
        RunningCluster there = new RunningCluster(away, "away", SHORTEST)) {
      Peering peering =
          new Peering(
              new Peering.Pair("home", "away"), here.asConsumer(), there.asProvider(), _ -> {});
      peering.join();
      here.asConsumer().ask("away", "early", Map.of(), false);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> certificates(here).count() == IDENTITIES.size());
      Instant end =
          certificates(here)
              .map(issued -> issued.validity().until())
              .max(Instant::compareTo)
              .orElseThrow();
      assertThat(end).isBefore(Instant.now().plus(Duration.ofMinutes(11)));

      await()
          .atMost(Duration.ofMinutes(12))
          .pollInterval(Duration.ofSeconds(5))
          .until(() -> Instant.now().isAfter(end.plusSeconds(10)));

      assertThat(certificates(here)).allMatch(issued -> issued.validity().until().isAfter(end));
      here.asConsumer().ask("away", "late", Map.of(), false);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> there.side.find(ResourceSlice.class, new Ref(THERE, "late")).isPresent());
      IDENTITIES.forEach(identity -> assertThat(nameOf(here, identity)).doesNotContain(":"));
      peering.part();
    }
  }

  private static Stream<IssuedCertificate> certificates(RunningCluster here) {
    return IDENTITIES.stream()
        .flatMap(name -> here.side.find(Identity.class, new Ref(HERE, name)).stream())
        .flatMap(identity -> Optional.ofNullable(identity.getSpec().authParams()).stream())
        .map(params -> IssuedCertificate.read(Travel.text(params.signedCRT())))
        .map(
            read ->
                switch (read) {
                  case Outcome.Ok(IssuedCertificate issued) -> issued;
                  case Outcome.Failed(String why) -> throw new AssertionError(why);
                });
  }

  /** Who the provider takes the bearer of these credentials for. */
  private static String nameOf(RunningCluster here, String identity) {
    Ref ref = new Ref(HERE, Names.KUBECONFIG_SECRET_PREFIX + identity);
    Secret secret = here.side.admin().get(Kind.of(Secret.class), ref);
    String kubeconfig = Travel.text(secret.getData().get(Names.KUBECONFIG_KEY));
    try (Api api = new Api(Endpoint.fromKubeconfig(kubeconfig), "test")) {
      SelfSubjectReview question =
          new SelfSubjectReviewBuilder().withNewMetadata().endMetadata().build();
      return api.create(Kind.of(SelfSubjectReview.class), question)
          .getStatus()
          .getUserInfo()
          .getUsername();
    }
  }
}
