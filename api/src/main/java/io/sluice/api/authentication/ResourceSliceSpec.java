package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.wire.ClusterId;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a consumer asks for. */
@Wire
@ValidationRule(
    value =
        "!has(oldSelf.consumerClusterID) || (has(self.consumerClusterID)"
            + " && self.consumerClusterID == oldSelf.consumerClusterID)",
    message = "consumerClusterID is immutable")
@ValidationRule(
    value =
        "!has(oldSelf.providerClusterID) || (has(self.providerClusterID)"
            + " && self.providerClusterID == oldSelf.providerClusterID)",
    message = "providerClusterID is immutable")
public record ResourceSliceSpec(
    @JsonPropertyDescription("Who asks; filled in by the consumer.") @ClusterId
        @Nullable String consumerClusterID,
    @JsonPropertyDescription("Who is asked; filled in by the consumer.") @ClusterId
        @Nullable String providerClusterID,
    @JsonPropertyDescription("How much is asked for, by resource.") @Size(max = 100)
        Map<String, Quantity> resources,
    @JsonPropertyDescription("Who decides: empty or default is the built-in class.")
        @JsonProperty("class")
        @Size(max = 253)
        @Nullable String sliceClass,
    @JsonPropertyDescription("Signing request of the identity of this slice.")
        @Nullable String csr) {
  public ResourceSliceSpec {
    resources = Frozen.map(resources);
  }
}
