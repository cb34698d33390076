package io.sluice.crds;

import java.util.Collections;
import java.util.stream.Stream;

/** What the CRDs refuse by themselves, with the words that the user reads. */
final class Rules {
  static final String SHADOW_POD =
      """
      apiVersion: offloading.liqo.io/v1beta1
      kind: ShadowPod
      metadata: {name: web}
      spec:
        pod: {tomorrow: 1, containers: [{name: c, image: i, tomorrow: {deep: [1]}}]}
      """;
  static final String OFFLOADING =
      """
      apiVersion: offloading.liqo.io/v1beta1
      kind: NamespaceOffloading
      metadata: {name: offloading}
      spec: {}
      """;
  static final String TENANT =
      """
      apiVersion: authentication.liqo.io/v1beta1
      kind: Tenant
      metadata: {name: milan}
      spec: {clusterID: milan}
      """;
  static final String TENANT_POLICY =
      """
      apiVersion: sluice.io/v1alpha1
      kind: TenantPolicy
      metadata: {name: plain}
      spec: {}
      """;
  static final String VIRTUAL_NODE =
      """
      apiVersion: offloading.liqo.io/v1beta1
      kind: VirtualNode
      metadata: {name: milan}
      spec: {clusterID: milan, createNode: true}
      """;
  static final String QUOTA =
      """
      apiVersion: offloading.liqo.io/v1beta1
      kind: Quota
      metadata: {name: milan}
      spec: {user: milan-0123456789ab, resources: {cpu: 4, memory: 8Gi}}
      """;
  private static final String CLUSTER_OFFLOADING =
      """
      apiVersion: sluice.io/v1alpha1
      kind: ClusterNamespaceOffloading
      metadata: {name: wide}
      spec: {namespaceSelector: {matchLabels: {team: a}}}
      """;
  private static final String SLICE =
      """
      apiVersion: authentication.liqo.io/v1beta1
      kind: ResourceSlice
      metadata: {name: milan}
      spec: {class: default}
      """;
  private static final String FOREIGN_CLUSTER =
      """
      apiVersion: core.liqo.io/v1beta1
      kind: ForeignCluster
      metadata: {name: milan}
      spec: {clusterID: milan}
      """;
  private static final String IP =
      """
      apiVersion: ipam.liqo.io/v1alpha1
      kind: IP
      metadata: {name: db}
      spec: {ip: "fd00::7"}
      """;

  private Rules() {}

  record Creation(String good, String bad, String message) {}

  /** Merge patches of the spec; the refused one is tried first. */
  record Change(String before, String refused, String message, String allowed) {}

  static Stream<Creation> creations() {
    return Stream.of(
        new Creation(
            OFFLOADING,
            OFFLOADING.replace("name: offloading", "name: other"),
            "a NamespaceOffloading must be named offloading"),
        new Creation(
            OFFLOADING.replace(
                "{}", "{namespaceMappingStrategy: SelectedName, remoteNamespaceName: there}"),
            OFFLOADING.replace("{}", "{namespaceMappingStrategy: SelectedName}"),
            "remoteNamespaceName is needed when namespaceMappingStrategy is SelectedName"),
        new Creation(
            OFFLOADING.replace("{}", "{remoteNamespaceName: " + "a".repeat(63) + "}"),
            OFFLOADING.replace("{}", "{remoteNamespaceName: " + "a".repeat(64) + "}"),
            "may not be more than 63 bytes"),
        new Creation(
            OFFLOADING.replace("{}", "{remoteNamespaceName: a-b}"),
            OFFLOADING.replace("{}", "{remoteNamespaceName: a.b}"),
            "spec.remoteNamespaceName"),
        new Creation(
            OFFLOADING.replace("{}", selector(20)),
            OFFLOADING.replace("{}", selector(21)),
            "must have at most 20 items"),
        new Creation(
            SHADOW_POD, SHADOW_POD.replaceAll("(?s)spec:.*", "spec: {}\n"), "spec.pod: Required"),
        new Creation(
            TENANT, TENANT.replace("clusterID: milan", "clusterID: 'system:masters'"), "clusterID"),
        new Creation(
            TENANT,
            TENANT.replace("clusterID: milan", "clusterID: " + "m".repeat(64)),
            "may not be more than 63 bytes"),
        new Creation(
            QUOTA, QUOTA.replace("user: milan-0123456789ab", "user: ''"), "at least 1 chars long"),
        new Creation(IP, IP.replace("fd00::7", "db.example.org"), "spec.ip"),
        new Creation(
            CLUSTER_OFFLOADING,
            CLUSTER_OFFLOADING.replace("{matchLabels: {team: a}}", "{}"),
            "namespaceSelector must select by at least one label"),
        new Creation(
            CLUSTER_OFFLOADING,
            CLUSTER_OFFLOADING.replace(
                "spec: {", "spec: {namespaceMappingStrategy: SelectedName, "),
            "many namespaces cannot share one remote name"),
        new Creation(
            TENANT_POLICY.replace(
                "{}", "{podSecurity: {level: privileged}, pods: {hostPath: true}}"),
            TENANT_POLICY.replace("{}", "{pods: {hostPath: true}}"),
            "need podSecurity.level privileged"),
        new Creation(
            TENANT_POLICY.replace("{}", "{objects: {secretTypes: [Opaque]}}"),
            TENANT_POLICY.replace(
                "{}", "{objects: {secretTypes: [kubernetes.io/service-account-token]}}"),
            "tokens of this cluster are never allowed"),
        new Creation(
            TENANT_POLICY.replace("{}", "{tenants: {names: [milan]}}"),
            TENANT_POLICY.replace("{}", "{tenants: {names: [milan], selector: {}}}"),
            "give names or a selector, not both"));
  }

  static Stream<Change> changes() {
    return Stream.of(
        new Change(
            OFFLOADING,
            "{namespaceMappingStrategy: EnforceSameName}",
            "namespaceMappingStrategy is immutable",
            "{podOffloadingStrategy: Remote}"),
        new Change(
            OFFLOADING,
            "{remoteNamespaceName: late}",
            "remoteNamespaceName is immutable",
            "{clusterSelector: {nodeSelectorTerms: []}}"),
        new Change(
            CLUSTER_OFFLOADING,
            "{namespaceMappingStrategy: EnforceSameName}",
            "namespaceMappingStrategy is immutable",
            "{podOffloadingStrategy: Local}"),
        new Change(
            SLICE.replace("class: default", "consumerClusterID: rome"),
            "{consumerClusterID: milan}",
            "consumerClusterID is immutable",
            "{providerClusterID: milan}"),
        new Change(
            SLICE.replace("class: default", "providerClusterID: milan"),
            "{providerClusterID: null}",
            "providerClusterID is immutable",
            "{consumerClusterID: rome, resources: {cpu: 2}}"),
        new Change(
            TENANT, "{clusterID: rome}", "clusterID is immutable", "{tenantCondition: Cordoned}"),
        new Change(
            FOREIGN_CLUSTER, "{clusterID: rome}", "clusterID is immutable", "{clusterID: milan}"),
        new Change(
            VIRTUAL_NODE, "{clusterID: rome}", "clusterID is immutable", "{createNode: false}"),
        new Change(QUOTA, "{user: other}", "user is immutable", "{cordoned: true}"),
        new Change(IP, "{ip: 10.0.0.1}", "ip is immutable", "{masquerade: true}"));
  }

  private static String selector(int terms) {
    var term = "{matchExpressions: [{key: zone, operator: In, values: [a]}]}";
    return "{clusterSelector: {nodeSelectorTerms: ["
        + String.join(", ", Collections.nCopies(terms, term))
        + "]}}";
  }
}
