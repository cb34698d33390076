package io.sluice.api.policy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.sluice.api.wire.Wire;

/** Pod Security Standard of the twin namespaces; Kubernetes itself enforces it. */
@Wire
public record PodSecurity(
    @JsonPropertyDescription("privileged, baseline or restricted.") @Default("baseline")
        PodSecurityLevel level,
    @JsonPropertyDescription("Version of the standard, latest or v1.N.")
        @Default("latest")
        @Pattern("^(latest|v1\\.[0-9]{1,3})$")
        @Size(max = 10)
        String version) {
  public PodSecurity {
    level = level == null ? PodSecurityLevel.BASELINE : level;
    version = version == null ? "latest" : version;
  }

  /** What holds where a policy says nothing (D-14). */
  public static PodSecurity defaults() {
    return new PodSecurity(PodSecurityLevel.BASELINE, "latest");
  }
}
