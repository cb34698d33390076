package io.sluice.api.vocab;

/** Fixed names that both sides of the border rely on. */
public final class Names {
  private Names() {}

  /** A NamespaceOffloading counts only under this name (§1.3). */
  public static final String NAMESPACE_OFFLOADING = "offloading";

  public static final String TAINT_NOT_ALLOWED = "virtual-node.liqo.io/not-allowed";

  public static final String TENANT_NAMESPACE_PREFIX = "liqo-tenant-";
  public static final String SYSTEM_NAMESPACE = "sluice";
  public static final String NODE_LEASE_NAMESPACE = "kube-node-lease";

  public static final String RUNTIME_CLASS = "liqo";
  public static final String STORAGE_CLASS = "liqo";
  public static final String STORAGE_PROVISIONER = "liqo.io/storage";
  public static final String STORAGE_NAMESPACE = "liqo-storage";

  public static final String FIELD_MANAGER_REFLECTION = "reflection.liqo.io";
  public static final String FIELD_MANAGER_SHADOW_POD = "shadow-pod";
  public static final String FIELD_MANAGER_SHADOW_ENDPOINT_SLICE =
      "shadow-endpointslice-controller";

  /**
   * Marks the status that is made up before the final DELETE, so that audit logs can tell it from
   * the status patches of the request budget (T-3, D-5a).
   */
  public static final String FIELD_MANAGER_TERMINAL = "sluice-terminal";

  public static final String ROLE_REMOTE_CONTROL_PLANE = "liqo-remote-controlplane";
  public static final String ROLE_VIRTUAL_KUBELET_REMOTE = "liqo-virtual-kubelet-remote";
  public static final String ROLE_VIRTUAL_KUBELET_REMOTE_CLUSTERWIDE =
      "liqo-virtual-kubelet-remote-clusterwide";

  /** VkOptionsTemplate of the installation, for virtual nodes that name none (§1.6). */
  public static final String DEFAULT_OPTIONS_TEMPLATE = "virtual-kubelet-default";

  public static final String ENDPOINT_SLICE_MANAGER = "endpointslice.reflection.liqo.io";
  public static final String KUBECONFIG_KEY = "kubeconfig";

  /** {@code kubectl get liqo} lists every kind of the contract. */
  public static final String CATEGORY = "liqo";

  /** {@code kubectl get sluice} lists the kinds that are ours (D-22). */
  public static final String CATEGORY_OWN = "sluice";
}
