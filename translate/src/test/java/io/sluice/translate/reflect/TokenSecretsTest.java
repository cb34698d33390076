package io.sluice.translate.reflect;

import static io.sluice.translate.reflect.Borders.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjectionBuilder;
import io.fabric8.kubernetes.api.model.VolumeProjectionBuilder;
import io.sluice.translate.reflect.TokenSecrets.Issued;
import io.sluice.translate.reflect.TokenSecrets.Wanted;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenSecretsTest {
  private static final TokenSecrets TOKENS = new TokenSecrets("vn");
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest(name = "T-27: {0} s asked, {1} s requested")
  @CsvSource({", 3600", "3607, 3600", "3600, 3600", "60, 600", "7200, 7200"})
  void aTokenNeverLivesForAYear(@Nullable Long asked, long requested) {
    Pod pod = pod(token("token", null, asked));

    assertThat(TokenSecrets.wantedBy(pod)).extracting(Wanted::seconds).containsExactly(requested);
  }

  @Test
  void everyProjectedTokenHasItsKeyAndAudience() {
    Pod pod = pod(token("token", null, null), token("vault/token", "vault", 600L));

    assertThat(TokenSecrets.wantedBy(pod))
        .containsExactly(
            new Wanted("access-3c469e", "", 3600), new Wanted("access-927385", "vault", 600));
    assertThat(TokenSecrets.wantedBy(pod())).isEmpty();
  }

  @Test
  void theRequestIsBoundToThisPodAndNoOther() {
    var request = TokenSecrets.request(pod(), new Wanted("k", "vault", 600));

    assertThat(request.getSpec().getBoundObjectRef().getUid()).isEqualTo("u1");
    assertThat(request.getSpec().getBoundObjectRef().getKind()).isEqualTo("Pod");
    assertThat(request.getSpec().getAudiences()).containsExactly("vault");
    assertThat(request.getSpec().getExpirationSeconds()).isEqualTo(600);
  }

  @Test
  void tokensAreRenewedAtFourFifthsOfTheirLife() {
    assertThat(new Wanted("k", "", 3600).renewal(T0.plusSeconds(3600)))
        .isEqualTo(T0.plusSeconds(2880));
  }

  @Test
  void theSecretSaysWhoseTokensItHoldsAndUntilWhen() {
    Secret secret =
        TOKENS.secret(
            pod(),
            Map.of("a", new Issued("t1", T0.plusSeconds(9)), "b", new Issued("t2", T0)),
            SHOP);

    assertThat(secret.getMetadata().getName()).isEqualTo("web-token");
    assertThat(secret.getMetadata().getNamespace()).isEqualTo("shop-rome");
    assertThat(secret.getData()).isEqualTo(Map.of("a", "dDE=", "b", "dDI="));
    assertThat(secret.getMetadata().getLabels())
        .containsAllEntriesOf(Borders.OURS)
        .containsEntry("offloading.liqo.io/nodename", "vn")
        .containsEntry("offloading.liqo.io/service-account-name", "default");
    assertThat(secret.getMetadata().getAnnotations())
        .containsEntry("offloading.liqo.io/service-account-expiration", T0.toString());
    assertThat(TokenSecrets.isTokenSecret(secret)).isTrue();
  }

  @Test
  void tokensOfAnEarlierPodOfThatNameAreNotItsOwn() {
    Secret secret = TOKENS.secret(pod(), Map.of(), SHOP);
    Pod again = new PodBuilder(pod()).editMetadata().withUid("u2").endMetadata().build();

    assertThat(TOKENS.isOf(secret, pod(), SHOP)).isTrue();
    assertThat(TOKENS.isOf(secret, again, SHOP)).isFalse();
    assertThat(new TokenSecrets("other").isOf(secret, pod(), SHOP)).isFalse();
  }

  @Test
  void aNameTooLongForALabelIsKeptAsAnnotation() {
    Pod pod =
        new PodBuilder(pod()).editSpec().withServiceAccountName("a".repeat(64)).endSpec().build();

    Secret secret = TOKENS.secret(pod, Map.of(), SHOP);

    assertThat(secret.getMetadata().getLabels().values()).allMatch(value -> value.length() <= 63);
    assertThat(TokenSecrets.isTokenSecret(secret)).isTrue();
  }

  private static ServiceAccountTokenProjection token(
      String path, @Nullable String audience, @Nullable Long seconds) {
    return new ServiceAccountTokenProjectionBuilder()
        .withPath(path)
        .withAudience(audience)
        .withExpirationSeconds(seconds)
        .build();
  }

  private static Pod pod(ServiceAccountTokenProjection... tokens) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .withUid("u1")
        .endMetadata()
        .withNewSpec()
        .addNewVolume()
        .withName("access")
        .withNewProjected()
        .withSources(
            Stream.of(tokens)
                .map(token -> new VolumeProjectionBuilder().withServiceAccountToken(token).build())
                .toList())
        .endProjected()
        .endVolume()
        .endSpec()
        .build();
  }
}
