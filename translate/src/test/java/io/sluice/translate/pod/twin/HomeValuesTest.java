package io.sluice.translate.pod.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.vocab.Annotations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** D-8: what a pod reads about itself. */
class HomeValuesTest {

  @ParameterizedTest
  @CsvSource({
    "metadata.namespace,      shop",
    "metadata.uid,            uid-1",
    "spec.nodeName,           vn-away",
    "spec.serviceAccountName, clerk",
    "metadata.name,           ",
    "status.podIP,            ",
    "status.hostIP,           ",
    "metadata.labels['app'],  ",
  })
  void environmentHasTheHomeValueOfWhatDoesNotChange(String path, String value) {
    var variable =
        Given.spec(reading(path).build(), Given.BORDER)
            .getContainers()
            .getFirst()
            .getEnv()
            .getFirst();

    assertThat(variable.getValue()).isEqualTo(value);
    assertThat(variable.getValueFrom() == null).isEqualTo(value != null);
  }

  @Test
  void aPodWithoutServiceAccountIsCalledDefault() {
    var local =
        reading("spec.serviceAccountName").editSpec().withServiceAccountName("").endSpec().build();

    assertThat(Given.spec(local, Given.BORDER).getContainers().getFirst().getEnv().getFirst())
        .extracting("value")
        .isEqualTo("default");
  }

  @Test
  void filesReadAnAnnotationThatHoldsTheHomeValue() {
    var shadow = Given.shadow(withFile("metadata.namespace"), Given.BORDER);

    assertThat(path(Given.spec(withFile("metadata.namespace"), Given.BORDER)))
        .isEqualTo("metadata.annotations['sluice.io/home-namespace']");
    assertThat(shadow.getMetadata().getAnnotations())
        .containsEntry(Annotations.HOME_NAMESPACE, "shop")
        .doesNotContainKey(Annotations.HOME_UID);
  }

  @Test
  void theSecondHopKeepsTheValuesOfTheFirst() { // §10
    var first = Given.shadow(withFile("metadata.uid"), Given.BORDER);
    var arrived =
        new PodBuilder()
            .withMetadata(first.getMetadata())
            .editMetadata()
            .withUid("uid-2")
            .endMetadata()
            .withSpec(first.getSpec().pod())
            .build();
    var next = TwinContext.plain(new Route("away", "far", "vn-far", "shop-home-away"));

    var second = Given.shadow(arrived, next);

    assertThat(second.getMetadata().getAnnotations())
        .containsEntry(Annotations.HOME_UID, "uid-1")
        .containsEntry(Annotations.LOCAL_UID, "uid-2");
    assertThat(path(Given.spec(arrived, next)))
        .isEqualTo("metadata.annotations['sluice.io/home-uid']");
  }

  @Test
  void anEqualNamespaceNameNeedsNoTranslation() {
    var sameName = TwinContext.plain(new Route("home", "away", "vn-away", "shop"));

    assertThat(path(Given.spec(withFile("metadata.namespace"), sameName)))
        .isEqualTo("metadata.namespace");
  }

  @Test
  void aPodThatUsesTheProvidersApiGetsTheProvidersValues() {
    var local =
        reading("metadata.namespace")
            .editMetadata()
            .addToAnnotations(Annotations.API_SERVER_SUPPORT, "remote")
            .endMetadata()
            .build();

    assertThat(Given.spec(local, Given.BORDER).getContainers())
        .isEqualTo(local.getSpec().getContainers());
  }

  private static PodBuilder reading(String path) {
    return Given.pod()
        .editSpec()
        .editFirstContainer()
        .addNewEnv()
        .withName("SELF")
        .withNewValueFrom()
        .withNewFieldRef("v1", path)
        .endValueFrom()
        .endEnv()
        .endContainer()
        .endSpec();
  }

  private static Pod withFile(String path) {
    return Given.pod()
        .editSpec()
        .addNewVolume()
        .withName("self")
        .withNewDownwardAPI()
        .addNewItem()
        .withPath("value")
        .withNewFieldRef("v1", path)
        .endItem()
        .endDownwardAPI()
        .endVolume()
        .endSpec()
        .build();
  }

  private static String path(io.fabric8.kubernetes.api.model.PodSpec spec) {
    return spec.getVolumes()
        .getFirst()
        .getDownwardAPI()
        .getItems()
        .getFirst()
        .getFieldRef()
        .getFieldPath();
  }
}
