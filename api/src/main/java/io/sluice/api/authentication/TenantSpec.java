package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import io.sluice.api.wire.ClusterId;
import io.sluice.api.wire.Wire;
import org.jspecify.annotations.Nullable;

/** A consumer as it presented itself; bytes are base64, as they travel. */
@Wire
@ValidationRule(
    value =
        "!has(oldSelf.clusterID) || (has(self.clusterID) && self.clusterID == oldSelf.clusterID)",
    message = "clusterID is immutable")
public record TenantSpec(
    @JsonPropertyDescription("ID of the consumer.") @ClusterId @Nullable String clusterID,
    @JsonPropertyDescription("Whether the handshake is required.") @Default("KeysExchange")
        AuthzPolicy authzPolicy,
    @JsonPropertyDescription("Public key of the consumer.") @Nullable String publicKey,
    @JsonPropertyDescription("Signing request of its control-plane identity.") @Nullable String csr,
    @JsonPropertyDescription("Signature over the nonce.") @Nullable String signature,
    @JsonPropertyDescription("Proxy that the consumer reaches the provider through.")
        @Nullable String proxyURL,
    @JsonPropertyDescription("Active, Cordoned (nothing new) or Drained (nothing at all).")
        @Default("Active")
        TenantCondition tenantCondition) {
  public TenantSpec {
    authzPolicy = authzPolicy == null ? AuthzPolicy.KEYS_EXCHANGE : authzPolicy;
    tenantCondition = tenantCondition == null ? TenantCondition.ACTIVE : tenantCondition;
  }
}
