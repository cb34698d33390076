package io.sluice.api.vocab;

/** Fixed names that both sides of the border rely on. */
public final class Names {
  private Names() {}

  /** A NamespaceOffloading counts only under this name (§1.3). */
  public static final String NAMESPACE_OFFLOADING = "offloading";

  /** Taints of Kubernetes on nodes that are away; tolerations of them say for how long. */
  public static final String TAINT_NOT_READY = "node.kubernetes.io/not-ready";

  public static final String TAINT_UNREACHABLE = "node.kubernetes.io/unreachable";

  public static final String TAINT_NOT_ALLOWED = "virtual-node.liqo.io/not-allowed";

  public static final String TENANT_NAMESPACE_PREFIX = "liqo-tenant-";
  public static final String SYSTEM_NAMESPACE = "sluice";

  /** Lease in the tenant namespace: its holder reflects what belongs to no single node (§2.3). */
  public static final String REFLECTION_LEASE = "virtual-kubelet-leader-election";

  public static final String NODE_LEASE_NAMESPACE = "kube-node-lease";

  /** Load balancer class, with a provider's ID: that one's address is shown at home (T-42). */
  public static final String LOAD_BALANCER_CLASS_PREFIX = "sluice.io/";

  /** Ingress class, with a provider's ID: likewise. */
  public static final String INGRESS_CLASS_PREFIX = "sluice.";

  public static final String RUNTIME_CLASS = "liqo";
  public static final String STORAGE_CLASS = "liqo";
  public static final String STORAGE_PROVISIONER = "liqo.io/storage";
  public static final String STORAGE_NAMESPACE = "liqo-storage";

  /** Of objects that the manager keeps as a whole. */
  public static final String FIELD_MANAGER = "sluice-manager";

  public static final String FIELD_MANAGER_REFLECTION = "reflection.liqo.io";
  public static final String FIELD_MANAGER_SHADOW_POD = "shadow-pod";
  public static final String FIELD_MANAGER_SHADOW_ENDPOINT_SLICE =
      "shadow-endpointslice-controller";

  public static final String FIELD_MANAGER_SHARING = "sluice-sharing";
  public static final String FIELD_MANAGER_NAMESPACES = "sluice-namespaces";
  public static final String FIELD_MANAGER_GUARD = "sluice-guard";

  /** ConfigMap in the system namespace: how this cluster lends; read at run time. */
  public static final String SHARING_SETTINGS = "sluice-sharing";

  /**
   * Marks the status that is made up before the final DELETE, so that audit logs can tell it from
   * the status patches of the request budget (T-3, D-5a).
   */
  public static final String FIELD_MANAGER_TERMINAL = "sluice-terminal";

  public static final String ROLE_REMOTE_CONTROL_PLANE = "liqo-remote-controlplane";
  public static final String ROLE_VIRTUAL_KUBELET_REMOTE = "liqo-virtual-kubelet-remote";
  public static final String ROLE_VIRTUAL_KUBELET_REMOTE_CLUSTERWIDE =
      "liqo-virtual-kubelet-remote-clusterwide";

  /** Bindings of what a peer may do are named after this and the role. */
  public static final String BINDING_PREFIX = "liqo-binding-";

  /** Organization of every consumer's control-plane certificate. */
  public static final String CONTROL_PLANE_GROUP = "liqo.io";

  /** Secret in the provider's tenant namespace that challenges a consumer. */
  public static final String NONCE_SECRET = "liqo-nonce";

  /** Secret in the consumer's tenant namespace with the answer. */
  public static final String SIGNED_NONCE_SECRET = "liqo-signed-nonce";

  public static final String NONCE_KEY = "nonce";
  public static final String SIGNED_NONCE_KEY = "signedNonce";
  public static final String CSR_KEY = "csr";

  /** Secret in the system namespace with the key pair of this cluster. */
  public static final String KEY_SECRET = "authentication-keys";

  public static final String PRIVATE_KEY_KEY = "privateKey";
  public static final String PUBLIC_KEY_KEY = "publicKey";

  public static final String CLUSTER_ID_CONFIG_MAP = "liqo-clusterid-configmap";
  public static final String CLUSTER_ID_KEY = "CLUSTER_ID";

  /** Beside the cluster's ID: which product and which contract its peers have to do with. */
  public static final String VERSION_KEY = "SLUICE_VERSION";

  public static final String PROTOCOL_KEY = "SLUICE_PROTOCOL";
  public static final String PROTOCOL = "v1beta1";

  /** ServiceAccount, Lease and user agent of the manager. */
  public static final String MANAGER = "sluice-manager";

  public static final String FIELD_MANAGER_INSTALL = "sluice-install";

  public static final String CONTROL_PLANE_IDENTITY_PREFIX = "controlplane-";
  public static final String SLICE_IDENTITY_PREFIX = "resourceslice-";
  public static final String KUBECONFIG_SECRET_PREFIX = "kubeconfig-";

  /** Lease in the provider's tenant namespace that says "the consumer lives" (D-22). */
  public static final String CONSUMER_LEASE = "sluice-consumer";

  public static final String FIELD_MANAGER_TENANCY = "sluice-tenancy";
  public static final String FIELD_MANAGER_PEERING = "sluice-peering";
  public static final String FIELD_MANAGER_REPLICATION = "sluice-replication";

  public static final String SIGNER_CLIENT = "kubernetes.io/kube-apiserver-client";
  public static final String SIGNER_SERVING = "kubernetes.io/kubelet-serving";

  /** The aggregated API that consumers read the metrics of their pods from (§2.9). */
  public static final String METRICS_GROUP = "metrics.liqo.io";

  public static final String METRICS_VERSION = "v1beta1";
  public static final String METRICS_API = METRICS_VERSION + "." + METRICS_GROUP;

  /** Service in the system namespace, and its EndpointSlice: where that API is served. */
  public static final String METRICS_SERVICE = "sluice-metrics";

  /** ConfigMap in which an API server says whose certificates its servers may believe. */
  public static final String API_SERVER_AUTHENTICATION = "extension-apiserver-authentication";

  /** VkOptionsTemplate of the installation, for virtual nodes that name none (§1.6). */
  public static final String DEFAULT_OPTIONS_TEMPLATE = "virtual-kubelet-default";

  public static final String ENDPOINT_SLICE_MANAGER = "endpointslice.reflection.liqo.io";

  /** ConfigMap that Kubernetes puts into every namespace, and the key in it. */
  public static final String ROOT_CA = "kube-root-ca.crt";

  public static final String ROOT_CA_KEY = "ca.crt";
  public static final String KUBECONFIG_KEY = "kubeconfig";

  /** {@code kubectl get liqo} lists every kind of the contract. */
  public static final String CATEGORY = "liqo";

  /** {@code kubectl get sluice} lists the kinds that are ours (D-22). */
  public static final String CATEGORY_OWN = "sluice";
}
