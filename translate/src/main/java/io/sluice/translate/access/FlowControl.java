package io.sluice.translate.access;

import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchema;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchemaBuilder;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.PriorityLevelConfiguration;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.PriorityLevelConfigurationBuilder;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;

/** How requests are queued, so that nobody starves whom others rely on (T-40). */
public final class FlowControl {
  private FlowControl() {}

  public static final String TENANTS = "sluice-tenants";
  private static final String HEARTBEATS = "sluice-heartbeats";
  private static final String NODE_HIGH = "node-high";

  /** As Kubernetes' own for nodes: before everything that a crowd of clients may fill. */
  private static final int LIKE_NODES = 400;

  private static final int BEFORE_SERVICE_ACCOUNTS = 8000;

  /**
   * At home: heartbeats of virtual nodes are as important as those of others. Only nodes and their
   * leases are meant, whichever service account sends them.
   */
  public static FlowSchema heartbeats() {
    return new FlowSchemaBuilder()
        .withNewMetadata()
        .withName(HEARTBEATS)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .endMetadata()
        .withNewSpec()
        .withMatchingPrecedence(LIKE_NODES)
        .withNewPriorityLevelConfiguration(NODE_HIGH)
        .withNewDistinguisherMethod("ByUser")
        .addNewRule()
        .addNewSubject()
        .withKind("Group")
        .withNewGroup("system:serviceaccounts")
        .endSubject()
        .addNewResourceRule()
        .withApiGroups("")
        .withResources("nodes", "nodes/status")
        .withVerbs("get", "create", "patch", "update")
        .withClusterScope(true)
        .endResourceRule()
        .addNewResourceRule()
        .withApiGroups("coordination.k8s.io")
        .withResources("leases")
        .withVerbs("get", "create", "patch", "update")
        .withNamespaces(Names.NODE_LEASE_NAMESPACE)
        .endResourceRule()
        .endRule()
        .endSpec()
        .build();
  }

  /** In the provider: room for all tenants together, shared out by shuffled queues. */
  public static PriorityLevelConfiguration tenants() {
    return new PriorityLevelConfigurationBuilder()
        .withNewMetadata()
        .withName(TENANTS)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .endMetadata()
        .withNewSpec()
        .withType("Limited")
        .withNewLimited()
        .withNominalConcurrencyShares(30)
        .withLendablePercent(50)
        .withNewLimitResponse()
        .withType("Queue")
        .withNewQueuing()
        .withQueues(64)
        .withHandSize(6)
        .withQueueLengthLimit(50)
        .endQueuing()
        .endLimitResponse()
        .endLimited()
        .endSpec()
        .build();
  }

  /** In the provider: one consumer's requests, by user, in the tenants' room. */
  public static FlowSchema tenant(String consumer) {
    return new FlowSchemaBuilder()
        .withNewMetadata()
        .withName(TENANTS + "-" + consumer)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .addToLabels(Labels.REMOTE_CLUSTER_ID, consumer)
        .endMetadata()
        .withNewSpec()
        .withMatchingPrecedence(BEFORE_SERVICE_ACCOUNTS)
        .withNewPriorityLevelConfiguration(TENANTS)
        .withNewDistinguisherMethod("ByUser")
        .addNewRule()
        .addNewSubject()
        .withKind("User")
        .withNewUser(consumer)
        .endSubject()
        .addNewSubject()
        .withKind("Group")
        .withNewGroup(consumer)
        .endSubject()
        // Flow control takes no list of names: a rule either matches every resource or misses some.
        .addNewResourceRule()
        .withApiGroups("*")
        .withResources("*")
        .withVerbs("*")
        .withNamespaces("*")
        .withClusterScope(true)
        .endResourceRule()
        .addNewNonResourceRule()
        .withNonResourceURLs("*")
        .withVerbs("*")
        .endNonResourceRule()
        .endRule()
        .endSpec()
        .build();
  }
}
