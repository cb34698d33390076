package io.sluice.translate.reflect;

import static io.sluice.translate.reflect.Borders.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.sluice.api.offloading.ReflectionType;
import io.sluice.translate.pod.twin.RootCa;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeavingTest {
  @Test
  void whatIsNamedLeavesAndTheRestSaysWhyItStays() {
    Secrets rule =
        new Secrets(ReflectionType.DENY_LIST, new Interest.Referenced(Set.of("db", "hidden")));
    Secret hidden =
        new SecretBuilder(secret("hidden", "Opaque"))
            .editMetadata()
            .addToAnnotations("liqo.io/skip-reflection", "true")
            .endMetadata()
            .build();
    List<Secret> locals =
        List.of(
            secret("other", "Opaque"),
            hidden,
            secret("db", "Opaque"),
            secret("default-token", "kubernetes.io/service-account-token"));

    assertThat(Leaving.of(rule, locals, SHOP))
        .containsExactly(
            new Leaving("Secret", "db", "db", ""),
            new Leaving(
                "Secret",
                "default-token",
                "",
                "tokens of service accounts do not leave the cluster"),
            new Leaving(
                "Secret", "hidden", "", "annotation liqo.io/skip-reflection keeps it at home"),
            new Leaving("Secret", "other", "", "nothing offloaded names it"));
  }

  @Test
  void theRootCaLeavesUnderAnotherName() {
    ConfigMap root =
        new ConfigMapBuilder().withNewMetadata().withName(RootCa.LOCAL).endMetadata().build();
    ConfigMaps rule = new ConfigMaps(ReflectionType.ALLOW_LIST, new Interest.All());

    Leaving leaving = Leaving.of(rule, List.of(root), SHOP).getFirst();

    assertThat(leaving.leaves()).isTrue();
    assertThat(leaving.twin()).isEqualTo(RootCa.remoteName(SHOP.origin()));
  }

  private static Secret secret(String name, String type) {
    return new SecretBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withType(type)
        .build();
  }
}
