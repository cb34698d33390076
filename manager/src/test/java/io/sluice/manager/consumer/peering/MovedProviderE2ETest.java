package io.sluice.manager.consumer.peering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Secret;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.Renew;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.border.Travel;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.net.Link;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The API server of a provider gets another address: one command, and nothing is given back. */
@NeedsClusters({"home", "away"})
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class MovedProviderE2ETest {
  private static final String HERE = "liqo-tenant-away";
  private static final String THERE = "liqo-tenant-home";
  private static final Ref IDENTITY = new Ref(HERE, Names.CONTROL_PLANE_IDENTITY_PREFIX + "away");

  @Test
  void peeringAgainIsEnough(Cluster home, Cluster away) {
    List<String> used = new CopyOnWriteArrayList<>();
    try (Link old = Link.to(away);
        Link young = Link.to(away);
        RunningCluster here = new RunningCluster(home, "home");
        RunningCluster there = new RunningCluster(away, "away");
        Feed<Identity> _ = identities(here, used)) {
      Peering peering =
          new Peering(
              new Peering.Pair("home", "away"), here.asConsumer(), there.asProvider(), _ -> {});
      there.moveTo(URI.create(old.server()));
      peering.join();
      here.asConsumer().ask("away", "first", Map.of(), false);
      soon(() -> assertThat(usedBySlice(here)).contains(old.server()));
      soon(() -> assertThat(offered(here)).hasValue(old.server()));

      old.refuse();
      there.moveTo(URI.create(young.server()));
      soon(() -> assertThat(told(there)).hasValue(young.server()));
      peering.join();

      here.asConsumer().ask("away", "second", Map.of(), false);
      Ref second = new Ref(THERE, "second");
      soon(() -> assertThat(there.side.find(ResourceSlice.class, second)).isPresent());
      soon(() -> assertThat(offered(here)).hasValue(young.server()));
      soon(() -> assertThat(usedBySlice(here)).contains(young.server()));
      // What was known before does not lead back to where nobody is any more.
      assertThat(used.stream().distinct()).containsExactly(old.server(), young.server());
      assertThat(used.subList(used.indexOf(young.server()), used.size()))
          .containsOnly(young.server());
      peering.part();
    }
  }

  private static Feed<Identity> identities(RunningCluster here, List<String> used) {
    return new Feed<>(
            here.side.admin(),
            Kind.of(Identity.class),
            Scope.namespace(HERE),
            (ref, now) -> {
              if (ref.equals(IDENTITY) && now != null && now.getSpec().authParams() != null) {
                used.add(String.valueOf(now.getSpec().authParams().apiServer()));
              }
            })
        .start();
  }

  /** What came home over the wire. */
  private static Optional<String> offered(RunningCluster here) {
    return here.side
        .find(Renew.class, IDENTITY)
        .flatMap(renew -> Optional.ofNullable(renew.getStatus()))
        .flatMap(status -> Optional.ofNullable(status.authParams()))
        .flatMap(params -> Optional.ofNullable(params.apiServer()));
  }

  private static Optional<String> told(RunningCluster there) {
    return there
        .asProvider()
        .tenant("home")
        .flatMap(tenant -> Optional.ofNullable(tenant.getStatus().authParams()))
        .flatMap(params -> Optional.ofNullable(params.apiServer()));
  }

  private static String usedBySlice(RunningCluster here) {
    return here.side
        .find(Secret.class, new Ref(HERE, "kubeconfig-resourceslice-first"))
        .map(secret -> Travel.text(secret.getData().get(Names.KUBECONFIG_KEY)))
        .orElse("");
  }

  private static void soon(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(30)).untilAsserted(assertion);
  }
}
