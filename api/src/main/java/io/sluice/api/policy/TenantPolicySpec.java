package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a provider lends to a tenant, and what it keeps to itself. */
@Wire
@ValidationRule(
    value =
        "self.podSecurity.level == 'privileged' || !(self.pods.hostNamespaces"
            + " || self.pods.hostPath || self.pods.privileged)",
    message = "hostNamespaces, hostPath and privileged need podSecurity.level privileged")
public record TenantPolicySpec(
    @JsonPropertyDescription(
            "Whom the policy is for; none given means every tenant without a policy of its own.")
        @Nullable PolicyTargets tenants,
    @JsonPropertyDescription("Share of the pool in relation to other tenants.")
        @Default("1")
        @Min(0)
        @Max(1000)
        Integer weight,
    @JsonPropertyDescription("Nodes that are lent; none given means all.") @Size(max = 20)
        List<ResourcePool> pools,
    @JsonPropertyDescription("Pod Security Standard of the twin namespaces.") @Default("{}")
        PodSecurity podSecurity,
    @JsonPropertyDescription("What pods may do.") @Default("{}") PodGuardrails pods,
    @JsonPropertyDescription("Streams that may be opened.") @Default("{}") StreamGuardrails streams,
    @JsonPropertyDescription("What other objects may do.") @Default("{}") ObjectGuardrails objects,
    @JsonPropertyDescription(
            "Whether volumes may outlive their twin namespace when the consumer asks for it.")
        @Default("true")
        boolean retainVolumes) {
  public TenantPolicySpec {
    weight = weight == null ? 1 : weight;
    pools = Frozen.list(pools);
    podSecurity = podSecurity == null ? PodSecurity.defaults() : podSecurity;
    pods = pods == null ? PodGuardrails.defaults() : pods;
    streams = streams == null ? StreamGuardrails.defaults() : streams;
    objects = objects == null ? ObjectGuardrails.defaults() : objects;
  }
}
