package io.sluice.api.vocab;

/** Annotation keys (spec, Appendix A; own ones: D-22). */
public final class Annotations {
  private Annotations() {}

  public static final String SKIP_REFLECTION = "liqo.io/skip-reflection";
  public static final String ALLOW_REFLECTION = "liqo.io/allow-reflection";
  public static final String FORCE_REMOTE_NODE_PORT = "liqo.io/force-remote-node-port";
  public static final String USE_DIRECT_CONNECTIONS = "liqo.io/use-direct-connections";
  public static final String DIRECT_CONNECTIONS_DATA = "liqo.io/direct-connections-data";
  public static final String ANTI_AFFINITY_PRESET = "liqo.io/anti-affinity-preset";
  public static final String ANTI_AFFINITY_LABELS = "liqo.io/anti-affinity-labels";
  public static final String API_SERVER_SUPPORT = "liqo.io/api-server-support";
  public static final String REMOTE_SERVICE_ACCOUNT_NAME = "liqo.io/remote-service-account-name";
  public static final String REMOTE_RUNTIME_CLASS_NAME = "liqo.io/remote-runtime-class-name";
  public static final String REMOTE_ACCESS_MODES = "liqo.io/remote-access-modes";
  public static final String REMOTE_STORAGE_CLASS = "liqo.io/remote-storage-class";
  public static final String MANAGED_BY_NAMESPACE_MAP = "liqo.io/managed-by-namespace-map";
  public static final String ORIGINAL_NAME = "liqo.io/original-name";
  public static final String CREATE_VIRTUAL_NODE = "liqo.io/create-virtual-node";
  public static final String CORDON = "liqo.io/cordon";
  public static final String CORDON_TENANT = "liqo.io/cordon-tenant";
  public static final String REMOTE_TENANT_NAMESPACE = "liqo.io/remote-tenant-namespace";
  public static final String OFFLOADING_PATCH_HASH = "liqo.io/offloading-patch-hash";

  /** On a VirtualNode: a new value lets deletions go on that the breaker holds (D-21). */
  public static final String RESUME = "sluice.io/resume";

  public static final String PERMANENTLY_UNREACHABLE =
      "liqo.io/foreign-cluster-permanently-unreachable";
  public static final String RESOURCE_CONTROLLED_BY = "liqo.io/resource-controlled-by";
  public static final String SERVICE_ACCOUNT_FOR_POD_NAME =
      "offloading.liqo.io/service-account-for-pod-name";
  public static final String SERVICE_ACCOUNT_FOR_POD_UID =
      "offloading.liqo.io/service-account-for-pod-uid";
  public static final String SERVICE_ACCOUNT_EXPIRATION =
      "offloading.liqo.io/service-account-expiration";

  /** On nonce Secrets: until when the challenge may be answered. */
  public static final String NONCE_EXPIRES = "sluice.io/nonce-expires";

  /** On Secrets of releases up to 0.3: what {@link #SKIP_REFLECTION} says today. */
  public static final String LEGACY_NOT_REFLECT = "liqo.io/not-reflect";

  /** On namespaces of old releases: the name of the twin. */
  public static final String LEGACY_REMOTE_NAMESPACE = "liqo.io/remote-namespace";

  /** On ShadowPods: UID of the local pod, because names are reused (D-3). */
  public static final String LOCAL_UID = "sluice.io/local-uid";

  /** On ShadowPods: the local pod's generation that this spec came from (T-8). */
  public static final String LOCAL_GENERATION = "sluice.io/local-generation";

  /** On ShadowPods: fields used by the first scheduling and therefore not sent (D-7). */
  public static final String CONSUMED_FIELDS = "sluice.io/consumed-fields";

  /** On ShadowPods: grace in seconds of a deletion that differs from the spec's (D-4). */
  public static final String DELETION_GRACE = "sluice.io/deletion-grace";

  /** On NamespaceOffloadings and ShadowPods: {@code recreate} (default) or {@code fail} (D-1). */
  public static final String REMOTE_POD_LOSS = "sluice.io/remote-pod-loss";

  /** On NamespaceOffloadings and ShadowPods: lines of log kept in the final record. */
  public static final String LOG_TAIL = "sluice.io/log-tail";

  /** On NamespaceOffloadings and ShadowPods: {@code keep} (default) or {@code stopAfter=T}. */
  public static final String ON_DISCONNECT = "sluice.io/on-disconnect";

  /**
   * On ShadowPods: home's answer that a pod which was stopped is still wanted. Its value is the
   * time at which the provider asked: an answer to an earlier question counts for nothing.
   */
  public static final String STILL_WANTED = "sluice.io/still-wanted";

  /** On NamespaceOffloadings: {@code keep} (default) or {@code move} pods that violate it. */
  public static final String ON_VIOLATION = "sluice.io/on-violation";

  /** On objects that we keep as a whole: a hash of what was last asked for. */
  public static final String APPLIED = "sluice.io/applied";

  /** On NamespaceOffloadings: {@code All} (default) or {@code Referenced} (D-19). */
  public static final String REFLECTION_MODE = "sluice.io/reflection-mode";

  /**
   * What becomes of volumes when a twin goes: on NamespaceOffloadings {@code Retain} (default) or
   * {@code Delete}, on NamespaceMaps the local namespaces that want to retain, by comma.
   */
  public static final String PVC_RETENTION = "sluice.io/pvc-retention";

  /** On ShadowPods and their pods: clusters the pod came through, nearest last. */
  public static final String HOP_CHAIN = "sluice.io/hop-chain";

  /** On ShadowPods: hash of the part of the spec that may change in a pod's life. */
  public static final String SPEC_HASH = "sluice.io/spec-hash";

  /** On namespaces that were twins: kept for their volumes, by which map (D-22). */
  public static final String RETAINED_FROM = "sluice.io/retained-from";

  /** On the same namespaces: names of the claims that were kept, by comma. */
  public static final String RETAINED_VOLUMES = "sluice.io/retained-volumes";

  /**
   * On ShadowPods and their pods: keys of the labels and annotations that came from the local pod.
   * One that is missing there today was removed at home; any other key belongs to somebody else.
   */
  public static final String CARRIED_KEYS = "sluice.io/carried-keys";

  /** On ShadowPods and their pods: namespace of the first home, where a pod reads it (D-8). */
  public static final String HOME_NAMESPACE = "sluice.io/home-namespace";

  /** On ShadowPods and their pods: UID at the first home, where a pod reads it (D-8). */
  public static final String HOME_UID = "sluice.io/home-uid";

  /** On pods of a bare provider: name at home, where a pod reads it from a file (D-8). */
  public static final String HOME_NAME = "sluice.io/home-name";

  /** On VirtualNodes: {@code none} where nothing of Sluice runs in the provider. */
  public static final String AGENT = "sluice.io/agent";

  public static final String AGENT_NONE = "none";

  /** On virtual Nodes: keys that came from the VirtualNode and may go with it (NODE-5). */
  public static final String APPLIED_KEYS = "sluice.io/applied-keys";

  /** Of Kubernetes and its tools: read, never carried over the border. */
  public static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  public static final String INGRESS_CLASS = "kubernetes.io/ingress.class";

  /** On PersistentVolumeClaims and volumes: what binding and provisioning write. */
  public static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

  public static final String STORAGE_PROVISIONER = "volume.kubernetes.io/storage-provisioner";
  public static final String STORAGE_PROVISIONER_BETA =
      "volume.beta.kubernetes.io/storage-provisioner";
  public static final String STORAGE_CLASS_BETA = "volume.beta.kubernetes.io/storage-class";
  public static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
  public static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";
  public static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";
}
