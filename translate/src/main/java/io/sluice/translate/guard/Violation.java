package io.sluice.translate.guard;

/**
 * A guardrail that a pod does not keep.
 *
 * @param rule of the TenantPolicy
 * @param field of the pod
 * @param what is wrong with it
 */
public record Violation(String rule, String field, String what) {
  /** The sentence that the owner of the pod reads at home. */
  public String says(String cluster) {
    return "cluster %s refuses %s: %s (rule %s)".formatted(cluster, field, what, rule);
  }
}
