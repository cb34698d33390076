package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import java.util.Map;

/** What a tenant may put into its twin namespaces beside pods (T-28). */
@Wire
public record ObjectGuardrails(
    @JsonPropertyDescription("Types of Secrets that a tenant may create.")
        @JsonInclude
        @Size(max = 50)
        @Default(
            "[\"Opaque\", \"kubernetes.io/tls\", \"kubernetes.io/dockerconfigjson\","
                + " \"kubernetes.io/dockercfg\", \"kubernetes.io/basic-auth\","
                + " \"kubernetes.io/ssh-auth\"]")
        @ValidationRule(
            value =
                "!self.exists(t, t == '*' || t == 'kubernetes.io/service-account-token'"
                    + " || t.startsWith('bootstrap.kubernetes.io/'))",
            message =
                "secretTypes must be named one by one,"
                    + " and tokens of this cluster are never allowed")
        List<@Size(max = 253) String> secretTypes,
    @JsonPropertyDescription("Whether Services may claim external IPs.") @Default("false")
        boolean externalIPs,
    @JsonPropertyDescription("Whether Services may be of type NodePort.") @Default("true")
        Boolean nodePorts,
    @JsonPropertyDescription("Whether Services may be of type LoadBalancer.") @Default("true")
        Boolean loadBalancers,
    @JsonPropertyDescription("Ingress classes that may be named. * allows every one.")
        @JsonInclude
        @Size(max = 100)
        @Default("[\"*\"]")
        List<@Size(max = 253) String> ingressClasses,
    @JsonPropertyDescription(
            "Hosts that Ingresses may serve; *.example.org stands for every name"
                + " below it. * allows every one.")
        @JsonInclude
        @Size(max = 100)
        @Default("[\"*\"]")
        List<@Size(max = 253) String> ingressHosts,
    @JsonPropertyDescription("Most objects per twin namespace, in the words of a ResourceQuota.")
        @Size(max = 50)
        Map<String, Quantity> counts) {

  private static final List<String> ANY = List.of("*");

  /** No token of the provider is among them: reading one back would be an escalation. */
  private static final List<String> SECRET_TYPES =
      List.of(
          "Opaque",
          "kubernetes.io/tls",
          "kubernetes.io/dockerconfigjson",
          "kubernetes.io/dockercfg",
          "kubernetes.io/basic-auth",
          "kubernetes.io/ssh-auth");

  public ObjectGuardrails {
    nodePorts = nodePorts == null ? true : nodePorts;
    loadBalancers = loadBalancers == null ? true : loadBalancers;
    secretTypes = secretTypes == null ? SECRET_TYPES : List.copyOf(secretTypes);
    ingressClasses = ingressClasses == null ? ANY : List.copyOf(ingressClasses);
    ingressHosts = ingressHosts == null ? ANY : List.copyOf(ingressHosts);
    counts = Frozen.map(counts);
  }

  /** What holds where a policy says nothing. */
  public static ObjectGuardrails defaults() {
    return new ObjectGuardrails(SECRET_TYPES, false, true, true, ANY, ANY, Map.of());
  }
}
