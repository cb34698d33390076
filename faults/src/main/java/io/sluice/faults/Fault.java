package io.sluice.faults;

import java.util.OptionalInt;

/** What can happen to a peering. */
enum Fault {
  LINK_CUT("link to the provider cut both ways", Effect.UNREACHABLE),
  REQUESTS_LOST("link cut one way: requests never arrive", Effect.UNREACHABLE),
  ANSWERS_LOST("link cut one way: answers never come back", Effect.UNREACHABLE),
  PROVIDER_REFUSES("provider's API turns connections away", Effect.UNREACHABLE),
  LINK_SLOW("link with a round trip of 2 s", Effect.NONE),
  CONNECTIONS_BROKEN("connections to the provider broken again and again", Effect.NONE),
  HOME_CUT("home API cut off from Sluice", Effect.NONE),
  HOME_CONNECTIONS_BROKEN("connections to the home API broken again and again", Effect.NONE),
  KUBELET_KILLED("virtual kubelet killed", Effect.NONE),
  KUBELET_PAUSED("virtual kubelet stopped for a while", Effect.NONE),
  HOME_MANAGER_KILLED("consumer's manager killed and started again", Effect.NONE),
  PROVIDER_MANAGER_KILLED("provider's manager killed and started again", Effect.NONE),
  PROVIDER_MANAGER_PAUSED("provider's manager stopped for a while", Effect.NONE),
  HOME_API_RESTARTED("home API server killed and started again", Effect.NONE),
  PROVIDER_API_RESTARTED("provider's API server killed and started again", Effect.NONE),
  HOME_ETCD_PAUSED("home etcd stopped for a while", Effect.NONE),
  PROVIDER_ETCD_PAUSED("provider's etcd stopped for a while", Effect.NONE),
  HOME_ETCD_FULL("home etcd out of space: every write answered with 500", Effect.NONE),
  PROVIDER_ETCD_FULL("provider's etcd out of space: every write answered with 500", Effect.NONE),
  HOME_THROTTLES("home API answers Sluice with 429", Effect.NONE),
  PROVIDER_THROTTLES("provider's API answers Sluice with 429", Effect.NONE),
  WATCHES_EXPIRED("watches of the provider closed, their versions expired (410)", Effect.NONE),
  STATUS_REFUSED("status of pods refused by admission at home", Effect.NONE),
  CREDENTIAL_GARBAGE("credentials for the provider turned to garbage", Effect.NONE),
  CREDENTIAL_REJECTED(
      "credentials that the provider does not know, as when expired (403)", Effect.NONE),
  LEADER_KILLED("leading manager of the provider killed, its replica takes over", Effect.NONE),
  LEADER_PAUSED("leading manager of the provider stopped until its replica leads", Effect.NONE),
  NODE_DIES("node of the provider dies and is declared out of service", Effect.LOSS),
  POD_DELETED("remote pod deleted by somebody in the provider", Effect.LOSS),
  NODE_DRAINED("node of the provider drained", Effect.LOSS),
  NAMESPACE_DELETED("namespace deleted at home with everything in it", Effect.NONE),
  VIRTUAL_NODE_DELETED("virtual Node object deleted", Effect.NONE),
  HOME_CLOCKS_AHEAD("clocks of the consumer's Sluice 5 min ahead", Effect.NONE),
  HOME_CLOCKS_BEHIND("clocks of the consumer's Sluice 5 min behind", Effect.NONE),
  PROVIDER_CLOCKS_AHEAD("clocks of the provider's Sluice 5 min ahead", Effect.NONE),
  PROVIDER_CLOCKS_BEHIND("clocks of the provider's Sluice 5 min behind", Effect.NONE);

  /** What a fault entitles to. */
  enum Effect {
    NONE,
    /** The provider is away: nothing there may be shown as ready for long. */
    UNREACHABLE,
    /** The provider loses pods: they may be, and must be, replaced. */
    LOSS
  }

  final String words;
  final Effect effect;

  /** The answer to Sluice by which an API server's log shows that the fault was there at all. */
  OptionalInt answer() {
    return switch (this) {
      case HOME_ETCD_FULL, PROVIDER_ETCD_FULL -> OptionalInt.of(500);
      case HOME_THROTTLES, PROVIDER_THROTTLES -> OptionalInt.of(429);
      case STATUS_REFUSED -> OptionalInt.of(422);
      case CREDENTIAL_REJECTED -> OptionalInt.of(403); // without a known one: anonymous
      default -> OptionalInt.empty();
    };
  }

  /** Whether that log is the home cluster's. */
  boolean isAtHome() {
    return this == HOME_ETCD_FULL || this == HOME_THROTTLES || this == STATUS_REFUSED;
  }

  Fault(String words, Effect effect) {
    this.words = words;
    this.effect = effect;
  }
}
