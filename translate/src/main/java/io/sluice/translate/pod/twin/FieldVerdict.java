package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.function.BiPredicate;

/**
 * One line of the verdict table.
 *
 * @param field path below {@code spec}
 * @param applies whether this pod says anything in the field that is lost by the verdict; a value
 *     that the provider's own defaulting writes again is not lost
 */
public record FieldVerdict(
    String field, Verdict verdict, String why, BiPredicate<Pod, TwinContext> applies) {

  static FieldVerdict passed(String field) {
    return new FieldVerdict(field, Verdict.PASSED, "", (pod, context) -> false);
  }

  static FieldVerdict passed(String field, String why) {
    return new FieldVerdict(field, Verdict.PASSED, why, (pod, context) -> false);
  }

  static FieldVerdict translated(String field, String why) {
    return new FieldVerdict(field, Verdict.TRANSLATED, why, (pod, context) -> false);
  }

  static FieldVerdict consumed(String field, String why, BiPredicate<Pod, TwinContext> applies) {
    return new FieldVerdict(field, Verdict.CONSUMED, why, applies);
  }

  static FieldVerdict refused(String field, String why, BiPredicate<Pod, TwinContext> applies) {
    return new FieldVerdict(field, Verdict.REFUSED, why, applies);
  }

  /** The field of PodSpec that this line is about. */
  public String topLevel() {
    return field.split("[.\\[]", 2)[0];
  }
}
