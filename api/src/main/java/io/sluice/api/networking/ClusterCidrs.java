package io.sluice.api.networking;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.sluice.api.wire.Frozen;
import io.sluice.api.wire.Wire;
import java.util.List;

/** Address ranges of a cluster. */
@Wire
public record ClusterCidrs(
    @JsonPropertyDescription("Ranges of its pods.") @Size(max = 64) List<String> pod,
    @JsonPropertyDescription("Ranges that stand for addresses outside its pods.") @Size(max = 64)
        List<String> external) {
  public ClusterCidrs {
    pod = Frozen.list(pod);
    external = Frozen.list(external);
  }
}
