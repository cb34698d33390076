package io.sluice.manager.provider.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.engine.pki.Keys;
import io.sluice.manager.Side;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.access.TenantAccess;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A provider and its tenants on a real API server with a real signer (§1.3). */
@NeedsClusters("away")
class TenancyApiTest {
  private static RunningProvider provider;
  private static Side side;

  @BeforeAll
  static void startTheManager(Cluster away) {
    provider = RunningProvider.on(away);
    side = provider.side();
  }

  @AfterAll
  static void stopTheManager() {
    provider.close();
  }

  @Test
  void letsAConsumerInThatAnswersTheChallenge() {
    Guest rome = new Guest(side, "rome");
    Secret nonce = rome.challenge();

    side.create(rome.tenant(nonce));

    AuthParams params = rome.awaitCredentials();
    IssuedCertificate issued = Guest.certificate(params);
    assertThat(issued.subject()).hasToString("CN=rome,O=liqo.io");
    assertThat(Keys.same(issued.key(), rome.pair.getPublic())).isTrue();
    assertThat(issued.validity().life()).isLessThanOrEqualTo(Duration.ofHours(24));
    assertThat(
            side.find(RoleBinding.class, Ref.of(TenantAccess.controlPlane(rome.namespace, "rome"))))
        .isPresent();
    try (Api asRome = rome.connect(params)) {
      assertThat(asRome.list(Kind.of(ResourceSlice.class), Scope.namespace(rome.namespace)))
          .isEmpty();
    }
    await().until(() -> side.find(Secret.class, Ref.of(nonce)).isEmpty());
    assertThat(
            side.admin()
                .list(
                    Kind.of(CertificateSigningRequest.class),
                    Scope.ALL.labels(Labels.REMOTE_CLUSTER_ID + "=rome")))
        .isEmpty();
  }
}
