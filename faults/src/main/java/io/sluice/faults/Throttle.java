package io.sluice.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has an API server answer Sluice with 429, by its own means: all of Sluice shares one seat, and
 * somebody sits on it, waiting for a webhook that never answers.
 */
final class Throttle {
  private static final int LONGER_THAN_A_FAULT = 30;

  private final Site site;
  private @Nullable ServerSocket silence;
  private final List<Socket> callers = new ArrayList<>();

  Throttle(Site site) {
    this.site = site;
  }

  void begin() {
    try {
      ServerSocket opened = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      silence = opened;
      Thread.ofVirtual().start(() -> swallow(opened));
      Obstacles.apply(site, objects(opened.getLocalPort()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual()
        .start(
            () ->
                site.cluster.kubectl(
                    "create", "configmap", "sits-on-the-seat", "--dry-run=server", "--as=sitter"));
  }

  void end() {
    Obstacles.delete(site, objects(1));
    try {
      if (silence != null) {
        silence.close();
      }
      for (Socket caller : callers) {
        caller.close();
      }
      callers.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void swallow(ServerSocket opened) {
    try {
      while (true) {
        callers.add(opened.accept());
      }
    } catch (IOException closed) {
      // it is over
    }
  }

  private static String objects(int port) {
    return """
    apiVersion: flowcontrol.apiserver.k8s.io/v1
    kind: PriorityLevelConfiguration
    metadata: {name: faults-one-seat}
    spec:
      type: Limited
      limited:
        nominalConcurrencyShares: 0
        lendablePercent: 0
        borrowingLimitPercent: 0
        limitResponse: {type: Reject}
    ---
    apiVersion: flowcontrol.apiserver.k8s.io/v1
    kind: FlowSchema
    metadata: {name: faults-one-seat}
    spec:
      priorityLevelConfiguration: {name: faults-one-seat}
      matchingPrecedence: 2
      rules:
        - subjects:
            - {kind: User, user: {name: sitter}}
            - {kind: Group, group: {name: home}}
            - {kind: ServiceAccount, serviceAccount: {namespace: sluice, name: "*"}}
            - {kind: ServiceAccount, serviceAccount: {namespace: liqo-tenant-north, name: "*"}}
            - {kind: ServiceAccount, serviceAccount: {namespace: liqo-tenant-south, name: "*"}}
          resourceRules:
            - {verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"], clusterScope: true}
          nonResourceRules:
            - {verbs: ["*"], nonResourceURLs: ["*"]}
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRoleBinding
    metadata: {name: faults-sitter}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
    subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: sitter}]
    ---
    apiVersion: admissionregistration.k8s.io/v1
    kind: ValidatingWebhookConfiguration
    metadata: {name: faults-silence}
    webhooks:
      - name: silence.faults.sluice.io
        admissionReviewVersions: [v1]
        sideEffects: None
        failurePolicy: Ignore
        timeoutSeconds: %d
        clientConfig: {url: "https://127.0.0.1:%d/"}
        matchConditions: [{name: sitter, expression: 'request.userInfo.username == "sitter"'}]
        rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
    """
        .formatted(LONGER_THAN_A_FAULT, port);
  }
}
