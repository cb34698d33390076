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

  /** On remote pods that may finish: held until their outcome is recorded (D-2). */
  public static final String OUTCOME = "sluice.io/outcome";
}
