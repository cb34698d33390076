package io.sluice.api.vocab;

/** Finalizers that Sluice sets; each has exactly one place that removes it. */
public final class Finalizers {
  private Finalizers() {}

  public static final String NAMESPACE_OFFLOADING =
      "namespaceoffloading-controller.liqo.io/finalizer";
  public static final String NAMESPACE_MAP = "namespacemap-controller.liqo.io/finalizer";
  public static final String VIRTUAL_NODE = "virtualnode-controller.liqo.io/finalizer";
  public static final String REPLICATION = "crdreplicator.liqo.io/resource";
  public static final String TENANT = "tenant.liqo.io/finalizer";

  public static final String API_SERVER_CHECKER = "api-server-checker.liqo.io/finalizer";

  /** Left behind by old releases on pods, nodes and virtual nodes; never set, only removed. */
  public static final String LEGACY_POD = "virtual-kubelet.liqo.io/provider";

  public static final String LEGACY_NODE = "liqo.io/node";
  public static final String LEGACY_VIRTUAL_KUBELET = "liqo.io/virtualkubelet";

  /** On control-plane Identities: held until the Renew that needs them is gone on both sides. */
  public static final String IDENTITY = "sluice.io/identity";

  /** On remote pods that may finish: held until their outcome is recorded (D-2). */
  public static final String OUTCOME = "sluice.io/outcome";
}
