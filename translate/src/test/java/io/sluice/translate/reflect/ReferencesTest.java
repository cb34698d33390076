package io.sluice.translate.reflect;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReferencesTest {
  @Test
  void everyWayToNameASecretOrConfigMapCounts() {
    PodSpec pod =
        new PodSpecBuilder()
            .addNewImagePullSecret("pull")
            .addNewVolume()
            .withNewSecret()
            .withSecretName("mounted")
            .withOptional(true)
            .endSecret()
            .endVolume()
            .addNewVolume()
            .withNewConfigMap()
            .withName("mounted")
            .endConfigMap()
            .endVolume()
            .addNewVolume()
            .withNewProjected()
            .addNewSource()
            .withNewSecret()
            .withName("projected")
            .endSecret()
            .endSource()
            .addNewSource()
            .withNewConfigMap()
            .withName("kube-root-ca.crt")
            .endConfigMap()
            .endSource()
            .endProjected()
            .endVolume()
            .addNewVolume()
            .withNewCsi()
            .withNewNodePublishSecretRef("csi")
            .endCsi()
            .endVolume()
            .addNewContainer()
            .addNewEnv()
            .withNewValueFrom()
            .withNewSecretKeyRef("k", "env", true)
            .endValueFrom()
            .endEnv()
            .addNewEnvFrom()
            .withNewConfigMapRef("env-from", false)
            .endEnvFrom()
            .endContainer()
            .addNewInitContainer()
            .addNewEnvFrom()
            .withNewSecretRef("init", false)
            .endEnvFrom()
            .endInitContainer()
            .addNewEphemeralContainer()
            .addNewEnv()
            .withNewValueFrom()
            .withNewConfigMapKeyRef("k", "debug", false)
            .endValueFrom()
            .endEnv()
            .endEphemeralContainer()
            .build();

    assertThat(References.of(pod))
        .isEqualTo(
            new References(
                Set.of("pull", "mounted", "projected", "csi", "env", "init"),
                Set.of("mounted", "kube-root-ca.crt", "env-from", "debug")));
  }

  @Test
  void ingressesNameCertificatesAndAccountsNamePullSecrets() {
    var ingress =
        new IngressBuilder()
            .withNewSpec()
            .addNewTl()
            .withSecretName("tls")
            .endTl()
            .addNewTl()
            .endTl()
            .endSpec()
            .build();
    var account = new ServiceAccountBuilder().addNewImagePullSecret("pull").build();

    assertThat(References.of(ingress)).isEqualTo(new References(Set.of("tls"), Set.of()));
    assertThat(
            References.all(
                List.of(References.of(ingress), References.of(account), References.NONE)))
        .isEqualTo(new References(Set.of("tls", "pull"), Set.of()));
  }

  @Test
  void aPodThatNamesNothingNeedsNothing() {
    assertThat(References.of(new PodSpec())).isEqualTo(References.NONE);
  }
}
