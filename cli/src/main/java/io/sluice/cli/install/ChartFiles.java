package io.sluice.cli.install;

import io.sluice.engine.kube.Json;
import java.util.Map;

/** What a chart has beside its templates. */
final class ChartFiles {
  private ChartFiles() {}

  /** The data of the sharing settings: only what was said. */
  static final String SHARING =
      """

      {{- if or (not (kindIs "invalid" .Values.sharingPercentage)) .Values.clusterLabels }}
      data:
        {{- if not (kindIs "invalid" .Values.sharingPercentage) }}
        percentage: {{ .Values.sharingPercentage | int | quote }}
        {{- end }}
        {{- if .Values.clusterLabels }}
        nodeLabels: |-
          {{- range $key, $value := .Values.clusterLabels }}
          {{ $key }}={{ $value }}
          {{- end }}
        {{- end }}
      {{- end }}
      """;

  /** For clusters that have the kind: the manager and the kubelets, by the same port. */
  static final String POD_MONITOR =
      """
      {{- if .Values.podMonitor.enabled }}
      apiVersion: monitoring.coreos.com/v1
      kind: PodMonitor
      metadata:
        name: sluice
        namespace: {{ .Release.Namespace }}
        labels:
          app.kubernetes.io/managed-by: sluice
      spec:
        namespaceSelector:
          any: true
        selector:
          matchLabels:
            app.kubernetes.io/managed-by: sluice
        podMetricsEndpoints:
        - portNumber: %d
          interval: {{ .Values.podMonitor.interval }}
      {{- end }}
      """
          .formatted(Workload.METRICS_PORT);

  static final String SCHEMA =
      """
      {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "additionalProperties": false,
        "required": ["clusterID", "apiServer", "image"],
        "properties": {
          "global": {"type": "object"},
          "clusterID": {"type": "string", "maxLength": 63, "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"},
          "apiServer": {"type": "string", "pattern": "^https://"},
          "image": {"type": "string", "minLength": 1},
          "profile": {"enum": ["standard", "hardened"]},
          "createNamespace": {"type": "boolean"},
          "sharingPercentage": {"type": ["integer", "null"], "minimum": 0, "maximum": 100},
          "clusterLabels": {"type": "object", "additionalProperties": {"type": "string"}},
          "podMonitor": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "enabled": {"type": "boolean"},
              "interval": {"type": "string"}
            }
          },
          "manager": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "replicas": {"type": "integer", "minimum": 1},
              "resources": {"type": "object"}
            }
          }
        }
      }
      """;

  static String chart(String version) {
    return """
    apiVersion: v2
    name: sluice
    description: Makes other Kubernetes clusters look like big nodes of yours.
    type: application
    version: %1$s
    appVersion: %1$s
    kubeVersion: ">=1.36.0-0"
    """
        .formatted(version);
  }

  static String values(String version, Map<String, Object> defaults) {
    return """
    # Name of this cluster to its peers; it can't be changed later. Required.
    clusterID: ""
    # Address of this cluster's API server as peers reach it, such as https://api.example.org:6443. Required.
    apiServer: ""
    # The image of all roles.
    image: sluice.io/sluice:%s
    # hardened lends to restricted pods only and lets only Secrets and ConfigMaps leave that something names.
    profile: standard
    # Whether the namespace is part of the chart; helm can't own one that it made with --create-namespace.
    createNamespace: false
    # Share of what is free that is lent, 0 to 100; null leaves it to the manager.
    sharingPercentage: null
    # Labels that virtual nodes of this cluster get at its consumers.
    clusterLabels: {}
    # Whether Prometheus' operator is asked to read the metrics of all roles; it has to be there.
    podMonitor:
      enabled: false
      interval: 30s
    """
            .formatted(version)
        + Json.yaml(defaults).replaceFirst("^---\\n", "");
  }
}
