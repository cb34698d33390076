package io.sluice.api.vocab;

/** Label keys and the fixed values that belong to them (spec, Appendix A). */
public final class Labels {
  private Labels() {}

  /** On Nodes: {@link #TYPE_VIRTUAL_NODE} marks a virtual node; a pod bound to it is offloaded. */
  public static final String TYPE = "liqo.io/type";

  public static final String TYPE_VIRTUAL_NODE = "virtual-node";

  /** On Nodes: keeps the cluster autoscaler from parsing the provider ID. */
  public static final String KUBELET_TYPE = "type";

  public static final String KUBELET_TYPE_VIRTUAL = "virtual-kubelet";

  /** The peer an object belongs to: the provider on consumer objects, the consumer on twins. */
  public static final String REMOTE_CLUSTER_ID = "liqo.io/remote-cluster-id";

  public static final String STORAGE_AVAILABLE = "storage.liqo.io/available";

  /** Written by the reference on local pods; Sluice reads neither of the two (D-6). */
  public static final String SHADOW_POD = "liqo.io/shadowPod";

  public static final String REMOTE_UNAVAILABLE = "liqo.io/remote-unavailable";

  /** On enforced objects of the provider: which controller owns them. */
  public static final String MANAGED_BY = "liqo.io/managed-by";

  public static final String MANAGED_BY_SHADOW_POD = "shadowpod";
  public static final String MANAGED_BY_SHADOW_ENDPOINT_SLICE = "shadowendpointslice";

  /** Ownership of every reflected object: where it comes from and where it goes (§3.2). */
  public static final String ORIGIN = "offloading.liqo.io/origin";

  public static final String DESTINATION = "offloading.liqo.io/destination";

  /** On node-bound reflected objects: the virtual node that owns them. */
  public static final String NODE_NAME = "offloading.liqo.io/nodename";

  /** On pods of a bare provider: UID of the local pod, by which their controller counts them. */
  public static final String LOCAL_UID = "sluice.io/local-uid";

  public static final String SERVICE_ACCOUNT_NAME = "offloading.liqo.io/service-account-name";
  public static final String POD_NAME = "offloading.liqo.io/pod-name";
  public static final String POD_NAMESPACE = "offloading.liqo.io/pod-namespace";
  public static final String COMPONENT = "offloading.liqo.io/component";
  public static final String COMPONENT_VIRTUAL_KUBELET = "virtual-kubelet";
  public static final String VIRTUAL_NODE = "liqo.io/virtual-node";

  /** On namespaces: pods created here pass admission of the offloading strategy. */
  public static final String SCHEDULING_ENABLED = "liqo.io/scheduling-enabled";

  /** Admission is about to be switched on: only our own question passes it yet (T-31). */
  public static final String SCHEDULING_PENDING = "pending";

  /** On the pod that asks admission, never stored, whether it answers yet (T-31). */
  public static final String PROBE = "sluice.io/probe";

  /** On namespaces: the user's switch of older releases, accepted as an alias. */
  public static final String ENABLED = "liqo.io/enabled";

  public static final String TENANT_NAMESPACE = "liqo.io/tenant-namespace";
  public static final String STORAGE_PROVISIONER = "liqo.io/storage-provisioner";

  /** Replication of ResourceSlice, NamespaceMap and Renew over the border. */
  public static final String REPLICATION = "liqo.io/replication";

  public static final String REMOTE_ID = "liqo.io/remoteID";
  public static final String ORIGIN_ID = "liqo.io/originID";
  public static final String REPLICATED = "liqo.io/replicated";
  public static final String OWNERSHIP = "liqo.io/ownership";

  /** On Secrets of the handshake: the challenge in the provider, the answer in the consumer. */
  public static final String NONCE = "liqo.io/nonce";

  public static final String SIGNED_NONCE = "liqo.io/signed-nonce";

  /** On CertificateSigningRequests that the provider makes for a tenant. */
  public static final String TENANT_CSR = "liqo.io/remote-tenant-csr";

  /** On the pod of a controller that leads at the moment. */
  public static final String LEADER = "leaderelection.liqo.io/leader";

  public static final String CREATOR_USER = "liqo.io/creator-user";
  public static final String RESOURCE_SLICE_NAME = "liqo.io/resourceslice-name";
  public static final String IDENTITY_TYPE = "liqo.io/identity-type";
  public static final String IDENTITY_TYPE_CONTROL_PLANE = "ControlPlane";
  public static final String IDENTITY_TYPE_RESOURCE_SLICE = "ResourceSlice";
  public static final String VIRTUAL_PVC_NAMESPACE = "storage.liqo.io/virtual-pvc-namespace";
  public static final String VIRTUAL_PVC_NAME = "storage.liqo.io/virtual-pvc-name";
  public static final String WEBHOOK = "liqo.io/webhook";
  public static final String WEBHOOK_SKIP = "liqo.io/webhook-skip";
  public static final String MANAGED = "liqo.io/managed";
  public static final String IP_TYPE = "ipam.liqo.io/ip-type";
  public static final String IP_TYPE_API_SERVER = "api-server";

  public static final String APP_NAME = "app.kubernetes.io/name";
  public static final String APP_MANAGED_BY = "app.kubernetes.io/managed-by";
  public static final String APP_MANAGED_BY_SLUICE = "sluice";

  /** On EndpointSlices: the Service that they belong to, and who looks after them. */
  public static final String SERVICE_NAME = "kubernetes.io/service-name";

  public static final String ENDPOINT_SLICE_MANAGED_BY = "endpointslice.kubernetes.io/managed-by";

  public static final String HOSTNAME = "kubernetes.io/hostname";
  public static final String OS = "kubernetes.io/os";
  public static final String ARCH = "kubernetes.io/arch";
  public static final String ROLE = "kubernetes.io/role";
  public static final String ROLE_AGENT = "agent";
  public static final String ZONE = "topology.kubernetes.io/zone";
  public static final String REGION = "topology.kubernetes.io/region";
  public static final String EXCLUDE_DISRUPTION = "node.kubernetes.io/exclude-disruption";
  public static final String EXCLUDE_BALANCERS =
      "node.kubernetes.io/exclude-from-external-load-balancers";
  public static final String EXCLUDE_BALANCER_ALPHA =
      "alpha.service-controller.kubernetes.io/exclude-balancer";

  /** On twin namespaces: the tenant's Pod Security level, enforced by Kubernetes (D-14). */
  public static final String POD_SECURITY_ENFORCE = "pod-security.kubernetes.io/enforce";

  public static final String POD_SECURITY_ENFORCE_VERSION =
      "pod-security.kubernetes.io/enforce-version";

  public static final String TRUE = "true";
  public static final String FALSE = "false";
}
