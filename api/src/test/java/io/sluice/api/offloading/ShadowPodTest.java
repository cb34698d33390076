package io.sluice.api.offloading;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.api.wire.ConditionStatus;
import org.junit.jupiter.api.Test;

class ShadowPodTest {
  private static final KubernetesSerialization JSON = new KubernetesSerialization();

  /** T-34, D-26: what this release does not know yet reaches the remote cluster all the same. */
  @Test
  void keepsFieldsThatAreNewerThanTheModelAtEveryDepth() {
    var text =
        """
        {"apiVersion":"offloading.liqo.io/v1beta1","kind":"ShadowPod","metadata":{"name":"a"},
         "spec":{"pod":{"tomorrow":"pod","containers":[{"name":"c","tomorrow":{"deep":[1,2]},
           "securityContext":{"tomorrow":true},"ports":[{"containerPort":1,"tomorrow":"port"}]}],
           "volumes":[{"name":"v","tomorrow":{"x":1}}]}},
         "status":{"phase":"Failed","podStatus":{"phase":"Failed","tomorrow":"status",
           "containerStatuses":[{"name":"c","image":"i","imageID":"","ready":false,
             "restartCount":0,"tomorrow":3}]}}}
        """;
    var again = roundTrip(text);
    assertThat(again.at("/spec")).isEqualTo(tree(text).at("/spec"));
    assertThat(again.at("/status")).isEqualTo(tree(text).at("/status"));
  }

  @Test
  void readsAnEmptyStatusAsUnknownPhase() {
    var status = JSON.unmarshal("{}", ShadowPodStatus.class);
    assertThat(status).isEqualTo(ShadowPodStatus.of(ShadowPodPhase.UNKNOWN));
    assertThat(JSON.asJson(status)).isEqualTo("{\"phase\":\"Unknown\"}");
  }

  /** A newer peer must not be able to stop a watch with one new word. */
  @Test
  void readsOverValuesAndFieldsOfANewerPeer() {
    var status =
        JSON.unmarshal(
            """
            {"phase":"Resting","mood":"good",
             "conditions":[{"type":"Quota","status":"Perhaps","colour":"red"}]}
            """,
            ShadowPodStatus.class);
    assertThat(status.phase()).isEqualTo(ShadowPodPhase.UNKNOWN);
    assertThat(status.conditions())
        .singleElement()
        .extracting("type", "status")
        .containsExactly("Quota", ConditionStatus.UNKNOWN);
  }

  @Test
  void isBornWithoutSpecAndStatus() {
    var pod = new ShadowPod();
    assertThat(pod.getSpec()).isNull();
    assertThat(pod.getStatus()).isNull();
    assertThat(tree(JSON.asJson(pod)).has("status")).isFalse();
  }

  private static JsonNode roundTrip(String text) {
    return tree(JSON.asJson(JSON.unmarshal(text, ShadowPod.class)));
  }

  private static JsonNode tree(String text) {
    return JSON.unmarshal(text, JsonNode.class);
  }
}
