package io.sluice.manager.consumer.admission;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import java.util.List;

/** A policy and what puts it into force; the policy is written first and removed last (T-29). */
public record PodPolicy(
    MutatingAdmissionPolicy policy, List<MutatingAdmissionPolicyBinding> bindings) {
  public PodPolicy {
    bindings = List.copyOf(bindings);
  }

  public String name() {
    return policy.getMetadata().getName();
  }
}
