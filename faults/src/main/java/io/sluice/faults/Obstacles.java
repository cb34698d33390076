package io.sluice.faults;

import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What an API server itself puts in Sluice's way, and in nobody else's. */
final class Obstacles {
  private static final String THROTTLE =
      """
      apiVersion: flowcontrol.apiserver.k8s.io/v1
      kind: PriorityLevelConfiguration
      metadata: {name: faults-nothing}
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
      metadata: {name: faults-nothing}
      spec:
        priorityLevelConfiguration: {name: faults-nothing}
        matchingPrecedence: 2
        rules:
          - subjects:
              - {kind: ServiceAccount, serviceAccount: {namespace: sluice, name: "*"}}
              - {kind: ServiceAccount, serviceAccount: {namespace: liqo-tenant-north, name: "*"}}
              - {kind: ServiceAccount, serviceAccount: {namespace: liqo-tenant-south, name: "*"}}
              - {kind: Group, group: {name: home}}
              - {kind: User, user: {name: home}}
            resourceRules:
              - {verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"], clusterScope: true}
      """;

  private static final String NO_STATUS =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: faults-no-status}
      spec:
        failurePolicy: Fail
        matchConstraints:
          resourceRules:
            - {apiGroups: [""], apiVersions: [v1], operations: [UPDATE], resources: [pods/status]}
        matchConditions:
          - {name: sluice, expression: 'request.userInfo.username.startsWith("system:serviceaccount:liqo-tenant-")'}
        validations:
          - {expression: "false", message: "not now"}
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicyBinding
      metadata: {name: faults-no-status}
      spec: {policyName: faults-no-status, validationActions: [Deny]}
      """;

  private Obstacles() {}

  /** No seat for Sluice's requests: each is answered with 429 and a time to wait. */
  static void throttle(Site site) {
    apply(site, THROTTLE);
  }

  static void removeThrottle(Site site) {
    delete(site, THROTTLE);
  }

  static void refuseStatus(Site site) {
    apply(site, NO_STATUS);
  }

  static void allowStatus(Site site) {
    delete(site, NO_STATUS);
  }

  private static void apply(Site site, String yaml) {
    kubectl(site, yaml, "apply", "--server-side", "-f");
  }

  private static void delete(Site site, String yaml) {
    kubectl(site, yaml, "delete", "--ignore-not-found", "-f");
  }

  private static void kubectl(Site site, String yaml, String... words) {
    try {
      Path file = Files.createTempFile("faults", ".yaml");
      Files.writeString(file, yaml);
      String[] command = java.util.Arrays.copyOf(words, words.length + 1);
      command[words.length] = file.toString();
      site.cluster.kubectl(command).outOrThrow();
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (BedException e) {
      throw new IllegalStateException(e);
    }
  }
}
