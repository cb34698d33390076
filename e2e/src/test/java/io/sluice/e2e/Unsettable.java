package io.sluice.e2e;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Leaves that no bound pod of a 1.36 server can have, and why. */
final class Unsettable {
  private static final String GATE = "off in the API server unless a feature gate is set";
  private static final String INVALID = "refused by the API server's validation";
  private static final String EPHEMERAL = "refused by the API server in ephemeral containers";
  private static final Map<String, String> WHY = new LinkedHashMap<>();

  static {
    WHY.put("schedulingGates", "gates are gone before a pod is bound");
    WHY.put("schedulingGroup", GATE);
    WHY.put("resources.claims", INVALID);
    WHY.put("volumes[].projected.sources[].clusterTrustBundle", GATE);
    WHY.put("volumes[].projected.sources[].podCertificate", GATE);
    WHY.put("volumes[].ephemeral.volumeClaimTemplate.spec.dataSourceRef.namespace", GATE);
    WHY.put("volumes[].ephemeral.volumeClaimTemplate.metadata", INVALID);
    for (String containers : List.of("containers[]", "initContainers[]")) {
      WHY.put(containers + ".lifecycle.stopSignal", GATE);
      WHY.put(containers + ".readinessProbe.terminationGracePeriodSeconds", INVALID);
    }
    for (String part :
        List.of(
            "ports",
            "resources",
            "resizePolicy",
            "restartPolicy",
            "restartPolicyRules",
            "lifecycle",
            "startupProbe",
            "livenessProbe",
            "readinessProbe",
            "volumeMounts[].subPath",
            "volumeMounts[].subPathExpr")) {
      WHY.put("ephemeralContainers[]." + part, EPHEMERAL);
    }
  }

  private Unsettable() {}

  static Optional<String> why(String leaf) {
    return WHY.entrySet().stream()
        .filter(entry -> isBelow(leaf, entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  static boolean isBelow(String leaf, String field) {
    return leaf.equals(field)
        || leaf.startsWith(field + ".")
        || leaf.startsWith(field + "[")
        || leaf.startsWith(field + "{");
  }
}
