package io.sluice.manager.provider.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.Tenant;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.manager.TestClock;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Certificates are renewed after two thirds of their life, with the same request (§8.4). */
@NeedsClusters("away")
class RenewalApiTest {
  private static final ProviderSettings.Lives SHORTEST =
      new ProviderSettings.Lives(
          ProviderSettings.Lives.SHORTEST_CERTIFICATE, Duration.ofMinutes(10));

  @Test
  void aCertificateIsKeptUntilTwoThirdsOfItsLifeAndThenRenewed(Cluster away) {
    TestClock clock = new TestClock();
    try (RunningProvider provider = new RunningProvider(away, SHORTEST, clock)) {
      Guest guest = Guest.welcome(provider.side(), "renewed");
      AuthParams first = guest.lastCredentials();
      IssuedCertificate.Validity life = Guest.certificate(first).validity();
      assertThat(life.until()).isBefore(clock.instant().plus(Duration.ofMinutes(11)));

      touch(provider, guest, "before");
      await().until(() -> touched(guest).contains("before"));
      assertThat(Guest.credentials(guest.asSeen())).hasValue(first);

      clock.jumpTo(life.renewAt());
      touch(provider, guest, "after");

      AuthParams second =
          await()
              .atMost(Duration.ofSeconds(20))
              .until(
                  () -> Guest.credentials(guest.asSeen()).orElseThrow(),
                  params -> !params.equals(first));
      assertThat(Guest.certificate(second).subject()).isEqualTo(Guest.certificate(first).subject());
      assertThat(Guest.certificate(second).validity().until()).isAfterOrEqualTo(life.until());
    }
  }

  /** Has the manager look at the tenant now, and not when its own timer says. */
  private static void touch(RunningProvider provider, Guest guest, String mark) {
    Map<String, Object> change =
        Map.of("metadata", Map.of("annotations", Map.of("example.com/mark", mark)));
    provider.side().admin().patch(Kind.of(Tenant.class), guest.ref(), Patch.merge(change));
  }

  private static String touched(Guest guest) {
    return String.valueOf(guest.asSeen().getMetadata().getAnnotations());
  }
}
