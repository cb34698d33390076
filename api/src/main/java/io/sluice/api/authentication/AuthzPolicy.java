package io.sluice.api.authentication;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.wire.WireEnum;

/** Whether a tenant has to prove that it holds its key. */
@WireEnum
public enum AuthzPolicy {
  @JsonProperty("KeysExchange")
  KEYS_EXCHANGE,
  @JsonProperty("TolerateNoHandshake")
  TOLERATE_NO_HANDSHAKE
}
