package io.sluice.manager.provider.tenancy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Condition;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.Proof;
import io.sluice.engine.pki.SigningRequest;
import io.sluice.manager.Side;
import io.sluice.manager.border.Patience;
import io.sluice.manager.border.Travel;
import io.sluice.manager.consumer.peering.Papers;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.access.TenantAccess;
import io.sluice.translate.tenant.Subject;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is not let in: told why, with nothing changed (T-25, D-16). */
@NeedsClusters("away")
class RefusalApiTest {
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

  @ParameterizedTest
  @CsvSource({
    "othercn, CN=someone-else,O=liqo.io",
    "othero, O=system:masters",
    "otherkey, another key",
    "usages, extended key usages"
  })
  void aRequestThatIsNotExact(String id, String words) {
    Guest guest = new Guest(side, id);

    side.create(papers(guest, guest.challenge()).tenant(guest.namespace, id, null));

    Condition refusal = guest.awaitRefusal();
    assertThat(refusal.reason()).isEqualTo(Reasons.INVALID_CSR);
    assertThat(refusal.message()).contains(words);
    assertNothingGiven(guest);
  }

  /** Right in every point but the one that the guest is named after. */
  private static Papers papers(Guest guest, Secret nonce) {
    KeyPair pair = guest.pair;
    String request =
        switch (guest.id) {
          case "othercn" -> SigningRequest.create(pair, Subject.controlPlane("someone-else"));
          case "othero" -> SigningRequest.create(pair, Subject.of(guest.id, "system:masters"));
          case "otherkey" -> SigningRequest.create(Keys.generate(), Subject.controlPlane(guest.id));
          case "usages" -> WITH_USAGES;
          default -> throw new IllegalArgumentException(guest.id);
        };
    byte[] signature = Proof.sign(pair.getPrivate(), Guest.text(nonce));
    return new Papers(Keys.pem(pair.getPublic()), request, Travel.pack(signature));
  }

  @Test
  void aSignatureOfAnotherKey() {
    Guest guest = new Guest(side, "liar");
    Papers papers = Papers.make(guest.pair, guest.id, Guest.text(guest.challenge()));
    byte[] signature = Proof.sign(Keys.generate().getPrivate(), "x".getBytes(US_ASCII));

    side.create(
        new Papers(papers.publicKey(), papers.request(), Travel.pack(signature))
            .tenant(guest.namespace, guest.id, null));

    assertThat(guest.awaitRefusal().reason()).isEqualTo(Reasons.INVALID_SIGNATURE);
    assertNothingGiven(guest);
  }

  @Test
  void anAnswerThatComesTooLate() {
    Guest guest = new Guest(side, "late");
    Secret nonce =
        new SecretBuilder(guest.emptyNonce())
            .editMetadata()
            .addToAnnotations(Annotations.NONCE_EXPIRES, "2026-01-01T00:00:00Z")
            .endMetadata()
            .addToData(Names.NONCE_KEY, Travel.pack("challenge"))
            .build();
    side.create(nonce);

    side.create(guest.tenant(nonce));

    assertThat(guest.awaitRefusal().reason()).isEqualTo(Reasons.NONCE_EXPIRED);
    assertNothingGiven(guest);
  }

  @Test
  void anAnswerWithoutAChallenge() {
    Guest guest = new Guest(side, "eager");
    Papers papers = Papers.make(guest.pair, guest.id, "made up".getBytes(US_ASCII));

    side.create(papers.tenant(guest.namespace, guest.id, null));

    assertThat(guest.awaitRefusal().reason()).isEqualTo(Reasons.NONCE_MISSING);
    assertNothingGiven(guest);
  }

  @Test
  void aSecondAnswerToTheSameChallenge() {
    Guest guest = new Guest(side, "twice");
    Secret nonce = guest.challenge();
    side.create(guest.tenant(nonce));
    AuthParams before = guest.awaitCredentials();
    await().until(() -> side.find(Secret.class, Ref.of(nonce)).isEmpty());
    Secret replayed =
        new SecretBuilder(guest.emptyNonce())
            .withData(Map.of(Names.NONCE_KEY, nonce.getData().get(Names.NONCE_KEY)))
            .build();
    side.create(replayed);

    Tenant other =
        Papers.make(Keys.generate(), guest.id, Guest.text(nonce))
            .tenant(guest.namespace, guest.id, null);
    side.admin()
        .patch(Kind.of(Tenant.class), guest.ref(), Patch.merge(Map.of("spec", other.getSpec())));

    // A used nonce is removed wherever it turns up, so it may be gone before it is looked at.
    assertThat(guest.awaitRefusal().reason()).isIn(Reasons.NONCE_USED, Reasons.NONCE_MISSING);
    assertThat(Guest.credentials(guest.asSeen())).hasValue(before);
  }

  @Test
  void aSecondClusterWithAnIdThatIsTaken() {
    Guest first = Guest.welcome(side, "namesake");
    Tenant papers =
        Papers.make(Keys.generate(), first.id, new byte[] {1})
            .tenant(first.namespace, first.id, null);
    ProviderSteps steps =
        new ProviderSteps(side.admin(), Patience.each(Duration.ofSeconds(20)), Clock.systemUTC());

    assertThatThrownBy(() -> steps.admit(papers))
        .isInstanceOf(Patience.Exhausted.class)
        .hasMessageContaining("a tenant namesake with another key")
        .hasMessageContaining("unpeer --force");
    assertThat(first.asSeen().getSpec().publicKey())
        .isEqualTo(Travel.pack(Keys.pem(first.pair.getPublic())));
  }

  @Test
  void anIdThatBelongsToKubernetes() {
    String namespace = new Guest(side, "masters").namespace;
    Tenant tenant =
        Papers.make(Keys.generate(), "system:masters", new byte[] {1})
            .tenant(namespace, "masters", null);
    Map<String, Object> spec = Map.of("clusterID", "system:masters");

    assertThatThrownBy(
            () ->
                side.admin()
                    .patch(
                        Kind.of(Tenant.class),
                        new Ref(namespace, "masters"),
                        Patch.apply(
                            Map.of(
                                "apiVersion", tenant.getApiVersion(),
                                "kind", tenant.getKind(),
                                "metadata", Map.of("name", "masters"),
                                "spec", spec),
                            "test")))
        .isInstanceOfSatisfying(
            ApiFailure.class, failure -> assertThat(failure.is(Problem.INVALID)).isTrue())
        .hasMessageContaining("spec.clusterID");
  }

  @Test
  void anIdThatAlreadyMeansSomebody() {
    ClusterRoleBinding view =
        new ClusterRoleBindingBuilder()
            .withNewMetadata()
            .withName("developers-may-view")
            .endMetadata()
            .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "view")
            .addNewSubject("rbac.authorization.k8s.io", "Group", "developers", null)
            .build();
    side.create(view);
    Guest guest = new Guest(side, "developers");

    side.create(guest.tenant(guest.challenge()));

    Condition refusal = guest.awaitRefusal();
    assertThat(refusal.reason()).isEqualTo(Reasons.INVALID_CLUSTER_ID);
    assertThat(refusal.message()).contains("developers", "already has rights");
    assertNothingGiven(guest);
  }

  @Test
  void aTenantInAnotherTenantsNamespace() {
    Guest host = Guest.welcome(side, "host");
    Guest guest = new Guest(side, "parasite");

    side.create(
        Papers.make(guest.pair, guest.id, Guest.text(guest.challenge()))
            .tenant(host.namespace, guest.id, null));

    Ref ref = new Ref(host.namespace, guest.id);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> Tenants.authenticated(side.admin().get(Kind.of(Tenant.class), ref)),
            found ->
                found.filter(c -> Reasons.WRONG_TENANT_NAMESPACE.equals(c.reason())).isPresent());
    assertNothingGiven(guest);
  }

  private static void assertNothingGiven(Guest guest) {
    Scope about = Scope.ALL.labels(Labels.REMOTE_CLUSTER_ID + "=" + guest.id);
    assertThat(side.find(Tenant.class, guest.ref()).flatMap(Guest::credentials)).isEmpty();
    assertThat(
            side.find(
                RoleBinding.class, Ref.of(TenantAccess.controlPlane(guest.namespace, guest.id))))
        .isEmpty();
    assertThat(side.admin().list(Kind.of(ClusterRoleBinding.class), about)).isEmpty();
    List<CertificateSigningRequest> requests =
        side.admin().list(Kind.of(CertificateSigningRequest.class), about);
    assertThat(requests).isEmpty();
  }

  /** For CN=usages, O=liqo.io; asks for certificate signing and server authentication. */
  private static final String WITH_USAGES =
      """
      -----BEGIN CERTIFICATE REQUEST-----
      MIIBHjCBxQIBADAjMRAwDgYDVQQKDAdsaXFvLmlvMQ8wDQYDVQQDDAZ1c2FnZXMw
      WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATv9Qd8J2T2x6Ce5Zpl3+j9FkBtiYew
      d/tPhM4vVXjydOVVI4DhFosjwOyGKX0rJAju51UMqw9fvctCQTWcdjz7oEAwPgYJ
      KoZIhvcNAQkOMTEwLzAOBgNVHQ8BAf8EBAMCAoQwHQYDVR0lBBYwFAYIKwYBBQUH
      AwEGCCsGAQUFBwMCMAoGCCqGSM49BAMCA0gAMEUCIA9U8mpzBHh/VP2ov/qWBLC+
      j3/aLXgT7RDULSpFWGTUAiEAvbMEL2jV6cnrf8p3txbqQAbxvd5R7+hW+GRhk9+i
      xPc=
      -----END CERTIFICATE REQUEST-----
      """;
}
