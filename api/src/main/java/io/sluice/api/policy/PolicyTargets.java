package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whom a policy is for. */
@Wire
@ValidationRule(
    value = "!(has(self.names) && size(self.names) > 0 && has(self.selector))",
    message = "give names or a selector, not both")
public record PolicyTargets(
    @JsonPropertyDescription("IDs of consumers.") @Size(max = 256)
        List<@Size(max = 63) String> names,
    @JsonPropertyDescription("Tenants, by their labels.") @Nullable LabelSelector selector) {
  public PolicyTargets {
    names = Frozen.list(names);
  }
}
