package io.sluice.faults;

import io.sluice.engine.kube.Ref;
import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** What admission puts in Sluice's way, and in nobody else's. */
final class Obstacles {
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

  /** Comes back when the server refuses: it takes a while to take notice of a policy. */
  static void refuseStatus(Site site, Ref pod) {
    apply(site, NO_STATUS);
    Moments.require("the policy refuses nothing", () -> isRefused(site, pod));
  }

  private static boolean isRefused(Site site, Ref pod) {
    return site.cluster
        .kubectl(
            "--as=system:serviceaccount:liqo-tenant-probe:probe",
            "--as-group=system:masters",
            "patch",
            "pod",
            pod.name(),
            "--namespace=" + pod.namespace(),
            "--subresource=status",
            "--type=merge",
            "--patch={\"status\":{\"message\":\"probe\"}}",
            "--dry-run=server")
        .err()
        .contains("not now");
  }

  static void allowStatus(Site site) {
    delete(site, NO_STATUS);
  }

  static void apply(Site site, String yaml) {
    kubectl(site, yaml, "apply", "--server-side", "-f");
  }

  static void delete(Site site, String yaml) {
    kubectl(site, yaml, "delete", "--ignore-not-found", "-f");
  }

  private static void kubectl(Site site, String yaml, String... words) {
    try {
      Path file = Files.createTempFile("faults", ".yaml");
      Files.writeString(file, yaml);
      String[] command = Arrays.copyOf(words, words.length + 1);
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
