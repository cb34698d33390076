package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;

/** What pods of a tenant may do, beside the Pod Security level. */
@Wire
public record PodGuardrails(
    @JsonPropertyDescription("Whether pods may share network, PID or IPC with the node.")
        @Default("false")
        boolean hostNamespaces,
    @JsonPropertyDescription("Whether pods may mount folders of the node.") @Default("false")
        boolean hostPath,
    @JsonPropertyDescription("Whether containers may be privileged.") @Default("false")
        boolean privileged,
    @JsonPropertyDescription("Capabilities that containers may add. * allows every one.")
        @JsonInclude
        @Size(max = 100)
        @Default("[\"*\"]")
        List<@Size(max = 253) String> capabilities,
    @JsonPropertyDescription(
            "Service accounts of the provider that pods may name. * allows every one.")
        @JsonInclude
        @Size(max = 100)
        @Default("[\"default\"]")
        List<@Size(max = 253) String> serviceAccounts,
    @JsonPropertyDescription(
            "Priority classes of the provider that pods may name. * allows every one.")
        @JsonInclude
        @Size(max = 100)
        @Default("[]")
        List<@Size(max = 253) String> priorityClasses,
    @JsonPropertyDescription("Node labels that pods may select by. * allows every one.")
        @JsonInclude
        @Size(max = 100)
        @Default("[\"*\"]")
        List<@Size(max = 253) String> nodeSelectorKeys,
    @JsonPropertyDescription(
            "Taints that pods may tolerate, beside not-ready and unreachable. * allows every one.")
        @JsonInclude
        @Size(max = 100)
        @Default("[]")
        List<@Size(max = 253) String> tolerationKeys,
    @JsonPropertyDescription("Prefixes that image names must have. * allows every one.")
        @JsonInclude
        @Size(max = 100)
        @Default("[\"*\"]")
        List<@Size(max = 253) String> imageRegistries) {

  private static final List<String> ANY = List.of("*");

  public PodGuardrails {
    capabilities = capabilities == null ? ANY : List.copyOf(capabilities);
    serviceAccounts = serviceAccounts == null ? List.of("default") : List.copyOf(serviceAccounts);
    nodeSelectorKeys = nodeSelectorKeys == null ? ANY : List.copyOf(nodeSelectorKeys);
    imageRegistries = imageRegistries == null ? ANY : List.copyOf(imageRegistries);
    priorityClasses = Frozen.list(priorityClasses);
    tolerationKeys = Frozen.list(tolerationKeys);
  }

  /** What holds where a policy says nothing. */
  public static PodGuardrails defaults() {
    return new PodGuardrails(
        false, false, false, ANY, List.of("default"), List.of(), ANY, List.of(), ANY);
  }
}
