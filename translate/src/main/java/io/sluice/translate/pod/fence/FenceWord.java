package io.sluice.translate.pod.fence;

import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.translate.pod.Facts;
import java.util.Map;
import java.util.Optional;

/** What the two sides have said on a ShadowPod about a time of silence. */
public enum FenceWord {
  /** There was none. */
  NONE,
  /** The provider stops the pod. */
  STOPPED,
  /** The provider heard from home again and asks whether the pod is still wanted. */
  ASKED,
  /** Home has said that it is. */
  ANSWERED;

  public static FenceWord on(ShadowPod shadow) {
    var said = said(shadow);
    return said.map(
            condition -> {
              if (Reasons.CONSUMER_SILENT.equals(condition.reason())) {
                return STOPPED;
              }
              var answer = Facts.annotations(shadow).get(Annotations.STILL_WANTED);
              return token(condition).equals(answer) ? ANSWERED : ASKED;
            })
        .orElse(NONE);
  }

  /** The question that home has not answered yet, as a merge patch that answers it. */
  public static Optional<Map<String, Object>> answer(ShadowPod shadow) {
    return on(shadow) == ASKED
        ? said(shadow)
            .map(
                question ->
                    Map.of(
                        "metadata",
                        Map.of("annotations", Map.of(Annotations.STILL_WANTED, token(question)))))
        : Optional.empty();
  }

  private static Optional<Condition> said(ShadowPod shadow) {
    return shadow.getStatus() == null
        ? Optional.empty()
        : shadow.getStatus().conditions().stream()
            .filter(condition -> condition.type().equals(ConditionTypes.ADMITTED))
            .filter(condition -> condition.status() == ConditionStatus.FALSE)
            .filter(
                condition ->
                    Reasons.CONSUMER_SILENT.equals(condition.reason())
                        || Reasons.CONSUMER_BACK.equals(condition.reason()))
            .findFirst();
  }

  private static String token(Condition question) {
    return String.valueOf(question.lastTransitionTime());
  }
}
