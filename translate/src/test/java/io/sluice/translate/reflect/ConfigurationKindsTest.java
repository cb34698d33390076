package io.sluice.translate.reflect;

import static io.sluice.translate.reflect.Borders.SHOP;
import static io.sluice.translate.reflect.Borders.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.sluice.api.offloading.ReflectionType;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigurationKindsTest {
  private static final ConfigMaps CONFIG_MAPS =
      new ConfigMaps(ReflectionType.DENY_LIST, new Interest.All());
  private static final Secrets SECRETS = new Secrets(ReflectionType.DENY_LIST, new Interest.All());

  @Test
  void configMapsCarryTextBytesAndWhetherTheyChange() {
    ConfigMap local =
        new ConfigMapBuilder()
            .withMetadata(meta("conf"))
            .addToData("a", "1")
            .addToBinaryData("b", "AAE=")
            .withImmutable(true)
            .build();

    ConfigMap twin = twin(CONFIG_MAPS.wish(local, SHOP));

    assertThat(twin.getData()).isEqualTo(Map.of("a", "1"));
    assertThat(twin.getBinaryData()).isEqualTo(Map.of("b", "AAE="));
    assertThat(twin.getImmutable()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(ReflectionType.class)
  void theRootCaLiesUnderItsOwnNameWhateverThePolicy(ReflectionType type) {
    ConfigMaps kind = new ConfigMaps(type, new Interest.Referenced(Set.of()));
    ConfigMap local = new ConfigMapBuilder().withMetadata(meta("kube-root-ca.crt")).build();

    assertThat(twin(kind.wish(local, SHOP)).getMetadata().getName())
        .isEqualTo("kube-root-ca.crt.rome");
    assertThat(kind.localName("kube-root-ca.crt.rome", SHOP)).isEqualTo("kube-root-ca.crt");
    assertThat(kind.localName("kube-root-ca.crt", SHOP)).isEqualTo("kube-root-ca.crt");
    assertThat(kind.localName("conf", SHOP)).isEqualTo("conf");
  }

  @Test
  void theRootCaObeysItsOwnAnnotation() {
    ConfigMap skipped =
        new ConfigMapBuilder()
            .withMetadata(meta("kube-root-ca.crt", "liqo.io/skip-reflection", "true"))
            .build();
    ConfigMap both =
        new ConfigMapBuilder(skipped)
            .editMetadata()
            .addToAnnotations("liqo.io/allow-reflection", "true")
            .endMetadata()
            .build();

    assertThat(CONFIG_MAPS.wish(skipped, SHOP)).isInstanceOf(Wish.Unwanted.class);
    assertThat(CONFIG_MAPS.wish(both, SHOP)).isInstanceOf(Wish.Refused.class);
  }

  @Test
  void nobodyTakesTheNameOfTheRootCa() {
    ConfigMap local = new ConfigMapBuilder().withMetadata(meta("kube-root-ca.crt.rome")).build();

    assertThat(CONFIG_MAPS.wish(local, SHOP)).isInstanceOf(Wish.Refused.class);
  }

  @Test
  void tokensOfServiceAccountsStayAtHome() {
    Secret local =
        new SecretBuilder()
            .withMetadata(meta("default-token-x"))
            .withType("kubernetes.io/service-account-token")
            .build();

    assertThat(SECRETS.wish(local, SHOP))
        .isEqualTo(
            new Wish.Unwanted<Secret>("tokens of service accounts do not leave the cluster", true));
  }

  @ParameterizedTest(name = "type {0} -> {1}: replaced {2}")
  @CsvSource({
    "Opaque, Opaque, false",
    ", Opaque, false",
    "Opaque, kubernetes.io/tls, true",
  })
  void aSecretOfAnotherTypeIsMadeAnew(String there, String wanted, boolean replaced) {
    Secret old = new SecretBuilder().withMetadata(meta("s")).withType(there).build();
    Secret shall = new SecretBuilder().withMetadata(meta("s")).withType(wanted).build();

    assertThat(SECRETS.mustReplace(old, shall)).isEqualTo(replaced);
  }

  @Test
  void anImmutableSecretThatChangedIdentityIsMadeAnew() {
    Secret old =
        new SecretBuilder()
            .withMetadata(meta("s"))
            .addToData("k", "YQ==")
            .withImmutable(true)
            .build();

    assertThat(SECRETS.mustReplace(old, old)).isFalse();
    assertThat(SECRETS.mustReplace(old, new SecretBuilder(old).addToData("k", "Yg==").build()))
        .isTrue();
    assertThat(SECRETS.mustReplace(old, new SecretBuilder(old).withImmutable(false).build()))
        .isTrue();
  }

  @Test
  void secretsWithTokensOfPodsAreNotTheirs() {
    Secret tokens =
        new SecretBuilder()
            .withNewMetadata()
            .withName("web-token")
            .withLabels(Borders.OURS)
            .addToLabels("offloading.liqo.io/service-account-name", "default")
            .addToAnnotations("offloading.liqo.io/service-account-for-pod-name", "web")
            .endMetadata()
            .build();

    assertThat(SECRETS.isOurs(tokens, SHOP)).isFalse();
    assertThat(Plan.of(SECRETS, null, tokens, SHOP)).isInstanceOf(Plan.Nothing.class);
  }

  @Test
  void inModeReferencedOnlyWhatIsNamedLeaves() {
    Secrets kind = new Secrets(ReflectionType.DENY_LIST, new Interest.Referenced(Set.of("named")));

    assertThat(kind.wish(secret("named", Map.of()), SHOP)).isInstanceOf(Wish.Wanted.class);
    assertThat(kind.wish(secret("other", Map.of()), SHOP))
        .isEqualTo(new Wish.Unwanted<Secret>("nothing offloaded names it", false));
    assertThat(kind.wish(secret("other", Map.of("liqo.io/allow-reflection", "true")), SHOP))
        .isInstanceOf(Wish.Wanted.class);
    assertThat(kind.wish(secret("named", Map.of("liqo.io/skip-reflection", "true")), SHOP))
        .isInstanceOf(Wish.Unwanted.class);
  }

  private static Secret secret(String name, Map<String, String> annotations) {
    return new SecretBuilder()
        .withNewMetadata()
        .withName(name)
        .withAnnotations(annotations)
        .endMetadata()
        .build();
  }

  private static <R extends HasMetadata> R twin(Wish<R> wish) {
    return ((Wish.Wanted<R>) wish).twin();
  }
}
