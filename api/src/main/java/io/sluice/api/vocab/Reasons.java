package io.sluice.api.vocab;

/** Reasons on pods, conditions and events; every one is listed in the troubleshooting page. */
public final class Reasons {
  private Reasons() {}

  /** Pod status: the namespace is not extended to this provider (yet). */
  public static final String OFFLOADING_BACK_OFF = "OffloadingBackOff";

  /** Pod status: the extension was withdrawn while the pod ran. */
  public static final String OFFLOADING_ABORTED = "OffloadingAborted";

  /** Pod status, as kubelets write it: the pod is for another operating system. */
  public static final String POD_OS_NOT_SUPPORTED = "PodOSNotSupported";

  /** Pod status: the remote pod ended and is gone, its recorded outcome is shown. */
  public static final String REMOTE_POD_TERMINATED = "RemotePodTerminated";

  /** Pod status: the remote pod was taken away and is being created again (D-1). */
  public static final String REMOTE_POD_LOST = "RemotePodLost";

  /** Pod status while pending: the provider has not taken the ShadowPod (yet). */
  public static final String SHADOW_POD_NOT_ACCEPTED = "ShadowPodNotAccepted";

  /** Pod status while pending: the ShadowPod is there, its pod is not (yet). */
  public static final String REMOTE_POD_NOT_CREATED = "RemotePodNotCreated";

  /** Pod status while pending: no node of the provider fits. */
  public static final String REMOTE_UNSCHEDULABLE = "RemoteUnschedulable";

  /** Conditions of a pod that ended, as kubelets write them. */
  public static final String POD_FAILED = "PodFailed";

  public static final String POD_COMPLETED = "PodCompleted";

  /** Pod conditions, as kubelets write them, where the remote one says nothing (T-7). */
  public static final String CONTAINERS_NOT_READY = "ContainersNotReady";

  public static final String READINESS_GATES_NOT_READY = "ReadinessGatesNotReady";

  /** Container state made up before the final DELETE (T-3). */
  public static final String CONTAINER_STATUS_UNKNOWN = "ContainerStatusUnknown";

  public static final String SUCCESSFUL_REFLECTION = "SuccessfulReflection";
  public static final String FAILED_REFLECTION = "FailedReflection";
  public static final String FAILED_DELETION = "FailedDeletion";
  public static final String REFLECTION_DISABLED = "ReflectionDisabled";
  public static final String CREATED_POD = "CreatedPod";
  public static final String FAILED_CREATE_POD = "FailedCreatePod";
  public static final String FAILED_UPDATE_POD = "FailedUpdatePod";

  /** A tenant or slice is refused: the cluster ID is no valid name or belongs to somebody else. */
  public static final String INVALID_CLUSTER_ID = "InvalidClusterID";

  /** It lies in a namespace that is not the tenant namespace of its consumer. */
  public static final String WRONG_TENANT_NAMESPACE = "WrongTenantNamespace";

  /** There is a tenant of that cluster ID already, in this namespace or another. */
  public static final String TENANT_EXISTS = "TenantExists";

  public static final String INVALID_PUBLIC_KEY = "InvalidPublicKey";
  public static final String NONCE_MISSING = "NonceMissing";
  public static final String NONCE_EXPIRED = "NonceExpired";
  public static final String NONCE_USED = "NonceUsed";
  public static final String INVALID_SIGNATURE = "InvalidSignature";
  public static final String INVALID_CSR = "InvalidCSR";
  public static final String CERTIFICATE_NOT_SIGNED = "CertificateNotSigned";
  public static final String NO_TENANT = "NoTenant";
  public static final String TENANT_CORDONED = "TenantCordoned";
  public static final String TENANT_DRAINED = "TenantDrained";
  public static final String AUTHENTICATED = "Authenticated";

  /** An identity's certificate does not belong to this cluster's key. */
  public static final String FOREIGN_CERTIFICATE = "ForeignCertificate";

  /** The provider answers 401 or 403: nothing is read from that but what it says. */
  public static final String REPLICATION_REFUSED = "ReplicationRefused";

  /** Signing requests: approved for a tenant. */
  public static final String CERTIFICATE_OF_TENANT = "SluiceTenant";

  /** Signing requests: approved or denied as the serving certificate of a virtual node. */
  public static final String CERTIFICATE_OF_VIRTUAL_NODE = "SluiceVirtualNode";

  public static final String SUCCESSFUL_TOKENS_REFLECTION = "SuccessfulSATokensReflection";
  public static final String FAILED_TOKENS_REFLECTION = "FailedSATokensReflection";

  /**
   * Events on claims: their volume is made, could not be made, or must be made elsewhere (ST-4).
   */
  public static final String PROVISIONING = "Provisioning";

  public static final String PROVISIONING_FAILED = "ProvisioningFailed";

  /** Event on claims: their class makes no volumes in the provider (T-19). */
  public static final String VOLUME_NOT_OFFLOADABLE = "VolumeNotOffloadable";

  public static final String RESCHEDULING_REQUIRED = "ReschedulingRequired";

  /** Events on VirtualNodes and ResourceSlices. */
  public static final String KUBELET_CREATED = "VkCreated";

  public static final String KUBELET_DELETED = "VkDeleted";
  public static final String VIRTUAL_NODE_CREATED = "VirtualNodeCreated";

  /** Event on NamespaceOffloadings: the selector cannot be evaluated, so nothing is changed. */
  public static final String INVALID = "Invalid";

  /** Events on pods and NamespaceOffloadings: the pod was there before the strategy (§5.5). */
  public static final String CREATED_BEFORE_STRATEGY = "CreatedBeforeStrategy";

  /** Events on pods and NamespaceOffloadings: the pod runs where the strategy forbids (§5.6). */
  public static final String STRATEGY_VIOLATED = "StrategyViolated";

  /** ShadowPod not admitted for now: the quota of its slice is used up (D-13). */
  public static final String QUOTA_EXCEEDED = "QuotaExceeded";

  /** ShadowPod not admitted: who made it has no quota here, or may make no new pods (D-13). */
  public static final String NO_QUOTA = "NoQuota";

  public static final String QUOTA_CORDONED = "QuotaCordoned";

  /** ShadowPod not admitted: it alone asks for more than the whole quota (D-13). */
  public static final String EXCEEDS_QUOTA = "ExceedsQuota";

  /** ShadowPod not admitted: its requests are missing, negative or not numbers (QUO). */
  public static final String INVALID_POD_RESOURCES = "InvalidPodResources";

  /** ShadowPod not admitted: a guardrail of the tenant forbids it; only a change helps (D-14). */
  public static final String REFUSED_BY_POLICY = "RefusedByPolicy";

  /** ShadowPod not enforced: nothing says which consumer it belongs to (SP-3). */
  public static final String ORIGIN_MISSING = "OriginMissing";

  /** ShadowPod not enforced: a pod of its name exists that Sluice did not make (INV-5). */
  public static final String NAME_CONFLICT = "NameConflict";

  /** ShadowPod not enforced: its consumer was silent for longer than the pod may run without it. */
  public static final String CONSUMER_SILENT = "ConsumerSilent";

  /** ShadowPod not enforced: the consumer is back and is asked whether it still wants the pod. */
  public static final String CONSUMER_BACK = "ConsumerBack";

  /** Pod status at home: the provider heard nothing for so long that the pod runs no more. */
  public static final String PROVIDER_SILENT = "ProviderSilent";

  /** Refused by translation: {@code sluice.io/on-disconnect} says neither keep nor stopAfter=T. */
  public static final String INVALID_ON_DISCONNECT = "InvalidOnDisconnect";

  /** ResourceSlice denied: the provider's built-in class is switched off (SL-3). */
  public static final String DEFAULT_CLASS_DISABLED = "DefaultResourceSliceClassDisabled";

  /** Node Ready=False: the provider's API server does not answer (D-11). */
  public static final String REMOTE_UNREACHABLE = "RemoteUnreachable";

  public static final String KUBELET_READY = "KubeletReady";
  public static final String KUBELET_NOT_READY = "KubeletNotReady";

  /** Pressure conditions of a virtual node say whether the provider lends anything (§2.5). */
  public static final String MEMORY_PRESSURE = "RemoteClusterHasMemoryPressure";

  public static final String NO_MEMORY_PRESSURE = "RemoteClusterHasSufficientMemory";
  public static final String DISK_PRESSURE = "RemoteClusterHasDiskPressure";
  public static final String NO_DISK_PRESSURE = "RemoteClusterHasNoDiskPressure";
  public static final String PID_PRESSURE = "RemoteClusterHasPIDPressure";
  public static final String NO_PID_PRESSURE = "RemoteClusterHasNoPIDPressure";
  public static final String NETWORKING_UP = "LiqoNetworkingUp";
  public static final String NETWORKING_DOWN = "LiqoNetworkingDown";

  /** NamespaceOffloading conditions, one per provider (§5.2). */
  public static final String CLUSTER_SELECTED = "ClusterSelected";

  public static final String CLUSTER_NOT_SELECTED = "ClusterNotSelected";
  public static final String NAMESPACE_CREATED = "NamespaceCreated";
  public static final String CREATION_LOOP_BACK_OFF = "CreationLoopBackOff";
  public static final String TERMINATING = "Terminating";
  public static final String CREATING = "Creating";

  /** Refused by translation: device claims exist only in the cluster that allocated them (T-20). */
  public static final String RESOURCE_CLAIMS_NOT_OFFLOADABLE = "ResourceClaimsNotOffloadable";

  /** Refused by translation: a static pod belongs to the node that runs it. */
  public static final String STATIC_POD_NOT_OFFLOADABLE = "StaticPodNotOffloadable";

  /** Refused by translation: the pod already came through the cluster it should go to (§10). */
  public static final String HOP_LOOP = "HopLoop";

  /** Refused by translation: the pod would travel further than allowed (§10). */
  public static final String HOP_LIMIT_REACHED = "HopLimitReached";

  /** Pod condition Hops: it runs there. */
  public static final String OFFLOADED = "Offloaded";

  /** Translation waits: no address is known under which the remote pod reaches the home API. */
  public static final String HOME_API_ADDRESS_UNKNOWN = "HomeApiAddressUnknown";

  /** ResourceSlice, Resources=Accepted: the status says what is lent. */
  public static final String RESOURCES_LENT = "ResourcesLent";

  /** Event and ResourceSlice condition: something is free, but its share rounds down to nothing. */
  public static final String NOTHING_TO_LEND = "NothingToLend";

  /** ResourceSlice, Resources=Accepted: the resource plugin is silent, its last answer holds. */
  public static final String RESOURCE_PLUGIN_SILENT = "ResourcePluginSilent";

  /** ResourceSlice, Resources=Denied: its identity was refused. */
  public static final String AUTHENTICATION_DENIED = "AuthenticationDenied";

  /** ResourceSlice, Resources=Denied: what it asks for is no amount. */
  public static final String INVALID_RESOURCES = "InvalidResources";

  /** Event on the ConfigMap of the sharing settings: it is not obeyed. */
  public static final String INVALID_SETTINGS = "InvalidSettings";

  /** Twins without a local pod are kept until a person has looked (D-12b, D-21). */
  public static final String DELETIONS_HELD = "DeletionsHeld";
}
