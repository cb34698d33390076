package io.sluice.translate.pod.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HostAliasBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Reasons;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The columns of §3.5.3. */
class HomeAccessTest {

  @Test
  void disabledRemovesTokensAndKeepsTheRest() {
    var spec = Given.spec(mounting().build(), Given.BORDER);

    assertThat(sources(spec)).hasSize(2);
    assertThat(sources(spec).getFirst().getConfigMap().getName())
        .isEqualTo("kube-root-ca.crt.home");
    assertThat(spec.getHostAliases()).isEmpty();
    assertThat(spec.getContainers().getFirst().getEnv()).isEmpty();
    assertThat(spec.getServiceAccountName()).isNull();
    assertThat(spec.getAutomountServiceAccountToken()).isFalse();
  }

  @Test
  void tokensComeFromTheSecretOfThePod() {
    var spec = Given.spec(mounting().build(), Given.border(Given.TOKENS));

    var token = sources(spec).getFirst();
    assertThat(token.getServiceAccountToken()).isNull();
    assertThat(token.getSecret().getName()).isEqualTo("web-0-token");
    assertThat(token.getSecret().getItems())
        .singleElement()
        .satisfies(
            item -> {
              // first three bytes of SHA-256("token")
              assertThat(item.getKey()).isEqualTo("kube-api-access-x-3c469e");
              assertThat(item.getPath()).isEqualTo("token");
            });
    assertThat(sources(spec).get(1).getConfigMap().getName()).isEqualTo("kube-root-ca.crt.home");
    assertThat(spec.getAutomountServiceAccountToken()).isFalse();
    assertThat(spec.getServiceAccountName()).isNull();
  }

  @Test
  void everyContainerLearnsWhereTheHomeApiIs() {
    var local =
        mounting()
            .editSpec()
            .addNewInitContainer()
            .withName("init")
            .endInitContainer()
            .addNewEphemeralContainer()
            .withName("debug")
            .endEphemeralContainer()
            .endSpec()
            .build();

    var spec = Given.spec(local, Given.border(Given.TOKENS));

    assertThat(env(spec.getContainers().getFirst().getEnv()))
        .containsExactly(
            "KUBERNETES_SERVICE_HOST=kubernetes.default",
            "KUBERNETES_SERVICE_PORT=443",
            "KUBERNETES_PORT=tcp://kubernetes.default:443",
            "KUBERNETES_PORT_443_TCP=tcp://kubernetes.default:443",
            "KUBERNETES_PORT_443_TCP_PROTO=tcp",
            "KUBERNETES_PORT_443_TCP_ADDR=kubernetes.default",
            "KUBERNETES_PORT_443_TCP_PORT=443");
    assertThat(spec.getInitContainers().getFirst().getEnv()).hasSize(7);
    assertThat(spec.getEphemeralContainers().getFirst().getEnv()).hasSize(7);
    assertThat(spec.getHostAliases())
        .extracting("ip", "hostnames")
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "10.70.0.1", List.of("kubernetes.default", "kubernetes.default.svc")),
            org.assertj.core.groups.Tuple.tuple(
                "fd00:70::1", List.of("kubernetes.default", "kubernetes.default.svc")));
  }

  @Test
  void aConfiguredHostNeedsNoAlias() {
    var api = new HomeApi.Tokens("api.home.example", 6443, List.of());

    var spec = Given.spec(mounting().build(), Given.border(api));

    assertThat(spec.getHostAliases()).isEmpty();
    assertThat(env(spec.getContainers().getFirst().getEnv()))
        .contains("KUBERNETES_SERVICE_HOST=api.home.example", "KUBERNETES_PORT_6443_TCP_PORT=6443");
  }

  @Test
  void whatTheUserSetStays() {
    var local =
        mounting()
            .editSpec()
            .editFirstContainer()
            .addNewEnv()
            .withName("KUBERNETES_SERVICE_HOST")
            .withValue("mine")
            .endEnv()
            .endContainer()
            .endSpec()
            .build();

    assertThat(
            env(Given.spec(local, Given.border(Given.TOKENS)).getContainers().getFirst().getEnv()))
        .contains("KUBERNETES_SERVICE_HOST=mine")
        .doesNotContain("KUBERNETES_SERVICE_HOST=kubernetes.default");
  }

  @Test
  void aTokenNeverLeavesWithoutAnAddressToUseItAt() {
    var api = new HomeApi.Tokens(HomeApi.ALIAS, 443, List.of());

    assertThat(PodTwin.of(mounting().build(), Given.border(api)))
        .isInstanceOfSatisfying(
            Twin.NotYet.class,
            wait -> assertThat(wait.reason()).isEqualTo(Reasons.HOME_API_ADDRESS_UNKNOWN));
    assertThat(PodTwin.of(Given.pod().build(), Given.border(api)))
        .as("a pod without tokens does not wait")
        .isInstanceOf(Twin.Wanted.class);
  }

  @Test
  void remoteLeavesTheProvidersAccessAlone() {
    var local =
        mounting()
            .editMetadata()
            .addToAnnotations(Annotations.API_SERVER_SUPPORT, "remote")
            .endMetadata()
            .build();

    var spec = Given.spec(local, Given.border(Given.TOKENS));

    assertThat(spec.getVolumes()).isEqualTo(local.getSpec().getVolumes());
    assertThat(spec.getContainers()).isEqualTo(local.getSpec().getContainers());
    assertThat(spec.getHostAliases()).isEmpty();
    assertThat(spec.getServiceAccountName()).isEqualTo("clerk");
    assertThat(spec.getAutomountServiceAccountToken()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "disabled,, ,      false",
    "remote,  , clerk, true",
    "remote,  teller, teller, true",
    "nonsense,, ,      false",
  })
  void thePodMayChooseAnotherColumn(
      String wish, String account, String remoteAccount, boolean automount) {
    var local = Given.annotated(Annotations.API_SERVER_SUPPORT, wish);
    if (account != null) {
      local
          .editMetadata()
          .addToAnnotations(Annotations.REMOTE_SERVICE_ACCOUNT_NAME, account)
          .endMetadata();
    }

    var spec = Given.spec(local.build(), Given.border(Given.TOKENS));

    assertThat(spec.getServiceAccountName()).isEqualTo(remoteAccount);
    assertThat(spec.getAutomountServiceAccountToken()).isEqualTo(automount);
  }

  @Test
  void theAliasOfAnEarlierHomeIsKept() { // §10
    var earlier =
        new HostAliasBuilder().withIp("10.9.9.9").withHostnames("kubernetes.default").build();
    var local = Given.pod().editSpec().addToHostAliases(earlier).endSpec().build();

    assertThat(Given.spec(local, Given.border(Given.TOKENS)).getHostAliases())
        .containsExactly(earlier);
  }

  @Test
  void namesOfTokenSecretsStayLegal() {
    assertThat(ServiceAccounts.tokenSecret("web-0")).isEqualTo("web-0-token");
    assertThat(ServiceAccounts.tokenSecret("p".repeat(253))).hasSize(253).endsWith("-token");
    assertThat(ServiceAccounts.tokenSecret("p".repeat(252) + "a"))
        .isNotEqualTo(ServiceAccounts.tokenSecret("p".repeat(252) + "b"));
  }

  @ParameterizedTest
  @CsvSource({ // §3.9
    "home,        kube-root-ca.crt.home",
    "cluster-one, kube-root-ca.crt.clust",
    "abcd-efg,    kube-root-ca.crt.abcd-a",
  })
  void theRootCaOfTheHomeHasItsOwnName(String origin, String name) {
    assertThat(RootCa.remoteName(origin)).isEqualTo(name);
  }

  private static PodBuilder mounting() {
    return Given.pod()
        .editSpec()
        .addNewVolume()
        .withName("kube-api-access-x")
        .withNewProjected()
        .addNewSource()
        .withNewServiceAccountToken("https://audience", 3607L, "token")
        .endSource()
        .addNewSource()
        .withNewConfigMap()
        .withName("kube-root-ca.crt")
        .endConfigMap()
        .endSource()
        .addNewSource()
        .withNewDownwardAPI()
        .addNewItem()
        .withPath("namespace")
        .withNewFieldRef("v1", "metadata.namespace")
        .endItem()
        .endDownwardAPI()
        .endSource()
        .endProjected()
        .endVolume()
        .endSpec();
  }

  private static List<VolumeProjection> sources(PodSpec spec) {
    return spec.getVolumes().getFirst().getProjected().getSources();
  }

  private static List<String> env(List<EnvVar> variables) {
    return variables.stream().map(v -> v.getName() + "=" + v.getValue()).toList();
  }
}
