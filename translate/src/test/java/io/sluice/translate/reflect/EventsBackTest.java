package io.sluice.translate.reflect;

import static io.sluice.translate.reflect.Borders.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.sluice.api.offloading.ReflectionType;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventsBackTest {
  private static final EventsBack WARNINGS = new EventsBack(ReflectionType.DENY_LIST, true);
  private static final EventsBack ALL = new EventsBack(ReflectionType.DENY_LIST, false);

  @ParameterizedTest(name = "remote {0}, local {1}, object {2}: {3}")
  @CsvSource({
    "Warning, -,       u1, Create",
    "Warning, ours,    u1, Nothing",
    "Warning, foreign, u1, Nothing",
    "Warning, -,       ,   Nothing",
    "Normal,  -,       u1, Nothing",
    "-,       ours,    u1, Delete",
    "-,       foreign, u1, Nothing",
    "-,       -,       u1, Nothing",
  })
  void warningsComeHomeOnceAndGoWithTheRemoteOnes(
      String remote, String local, @Nullable String uid, String plan) {
    assertThat(
            WARNINGS
                .plan(
                    remote.equals("-") ? null : event(remote, "v1", "Pod"), local(local), uid, SHOP)
                .getClass()
                .getSimpleName())
        .isEqualTo(plan);
  }

  @Test
  void anEventSpeaksOfTheLocalObject() {
    Event event =
        ((EventsBack.Plan.Create)
                ALL.plan(
                    event("Normal", "offloading.liqo.io/v1beta1", "ShadowPod"), null, "u1", SHOP))
            .event();

    assertThat(event.getMetadata().getNamespace()).isEqualTo("shop");
    assertThat(event.getMetadata().getName()).isEqualTo("web.1");
    assertThat(event.getMetadata().getUid()).isNull();
    assertThat(event.getMetadata().getLabels()).isEqualTo(Borders.OURS);
    assertThat(event.getInvolvedObject().getKind()).isEqualTo("Pod");
    assertThat(event.getInvolvedObject().getApiVersion()).isEqualTo("v1");
    assertThat(event.getInvolvedObject().getNamespace()).isEqualTo("shop");
    assertThat(event.getInvolvedObject().getUid()).isEqualTo("u1");
    assertThat(event.getInvolvedObject().getResourceVersion()).isNull();
    assertThat(event.getSource().getComponent()).isEqualTo("kubelet (remote)");
    assertThat(event.getReason()).isEqualTo("Failed");
  }

  @ParameterizedTest(name = "§3.12: {0} {1} is about {2}")
  @CsvSource({
    "v1, Pod, Pod",
    "v1, Secret, Secret",
    "v1, PersistentVolumeClaim, PersistentVolumeClaim",
    "networking.k8s.io/v1, Ingress, Ingress",
    "discovery.k8s.io/v1, EndpointSlice, EndpointSlice",
    "offloading.liqo.io/v1beta1, ShadowPod, Pod",
    "example.org/v1, Pod, ",
    "v1, Node, ",
    "apps/v1, ReplicaSet, Pod",
    "batch/v1, Job, Pod",
    "apps/v1, Deployment, ",
  })
  void onlyWhatIsReflectedIsSpokenOf(String version, String kind, @Nullable String about) {
    assertThat(ALL.about(event("Normal", version, kind), SHOP).map(EventsBack.About::kind))
        .isEqualTo(Optional.ofNullable(about));
  }

  @Test
  void theRootCaKeepsItsNameAtHome() {
    Event event =
        new EventBuilder(event("Warning", "v1", "ConfigMap"))
            .editInvolvedObject()
            .withName("kube-root-ca.crt.rome")
            .endInvolvedObject()
            .build();

    assertThat(ALL.about(event, SHOP))
        .contains(new EventsBack.About("ConfigMap", "kube-root-ca.crt"));
  }

  @Test
  void anEventCanBeKeptInTheProvider() {
    Event skipped =
        new EventBuilder(event("Warning", "v1", "Pod"))
            .editMetadata()
            .addToAnnotations("liqo.io/skip-reflection", "true")
            .endMetadata()
            .build();

    assertThat(ALL.plan(skipped, null, "u1", SHOP)).isInstanceOf(EventsBack.Plan.Nothing.class);
  }

  private static Event event(String type, String version, String kind) {
    return new EventBuilder()
        .withNewMetadata()
        .withName("web.1")
        .withNamespace("shop-rome")
        .withUid("u-remote")
        .endMetadata()
        .withType(type)
        .withReason("Failed")
        .withNewInvolvedObject()
        .withApiVersion(version)
        .withKind(kind)
        .withName("web")
        .withNamespace("shop-rome")
        .withUid("u-remote")
        .withResourceVersion("9")
        .endInvolvedObject()
        .withNewSource()
        .withComponent("kubelet")
        .endSource()
        .build();
  }

  private static @Nullable Event local(String state) {
    return state.equals("-")
        ? null
        : new EventBuilder()
            .withNewMetadata()
            .withName("web.1")
            .withLabels(state.equals("ours") ? Borders.OURS : Map.of())
            .endMetadata()
            .build();
  }

  @Test
  void whatWasSaidOfAnEarlierObjectOfThatNameIsNotSaidOfThisOne() {
    ConfigMap local =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withCreationTimestamp("2026-01-01T12:00:00Z")
            .endMetadata()
            .build();
    assertThat(EventsBack.isOlder(said("2026-01-01T11:59:00Z"), local)).isTrue();
    assertThat(EventsBack.isOlder(said("2026-01-01T11:59:55Z"), local)).isFalse();
    assertThat(EventsBack.isOlder(said("2026-01-01T12:00:01Z"), local)).isFalse();
    assertThat(EventsBack.isOlder(said(null), local)).isFalse();
  }

  private static Event said(@Nullable String when) {
    return new EventBuilder().withNewMetadata().endMetadata().withLastTimestamp(when).build();
  }
}
