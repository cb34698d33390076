package io.sluice.api.vocab;

/** Types of conditions that are no enum because others may add theirs beside them. */
public final class ConditionTypes {
  private ConditionTypes() {}

  /** On NamespaceOffloadings, per provider: is a twin namespace wanted there (§5.2). */
  public static final String OFFLOADING_REQUIRED = "OffloadingRequired";

  /** On NamespaceOffloadings, per provider: is the twin namespace there (§5.2). */
  public static final String READY = "Ready";

  /** On Configurations: the address ranges may be used (§1.9). */
  public static final String NETWORK_CIDRS_CONFIGURED = "NetworkCIDRsConfigured";

  /** On Tenants: were they let in, and why not (§1.3). */
  public static final String AUTHENTICATED = "Authenticated";

  /** On pods that crossed more than one border: where each of them led (§10). */
  public static final String HOPS = "sluice.io/Hops";

  /** On ShadowPods: False says why there is no pod, with a reason (D-13, D-14). */
  public static final String ADMITTED = "Admitted";

  /** On virtual Nodes: twins without a local pod are kept until a person has looked (D-21). */
  public static final String DELETIONS_HELD = "DeletionsHeld";
}
