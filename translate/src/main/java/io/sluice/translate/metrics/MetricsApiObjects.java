package io.sluice.translate.metrics;

import io.fabric8.kubernetes.api.model.APIService;
import io.fabric8.kubernetes.api.model.APIServiceBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * How the API server finds the manager that serves {@code metrics.liqo.io}: by a Service without
 * selector, so that it may run in a pod or beside the cluster, and only the one that leads is
 * asked.
 */
public record MetricsApiObjects(String namespace) {
  private static final String PORT_NAME = "https";
  private static final int PORT = 443;
  private static final int PRIORITY = 100;

  /** The name that the certificate must be for. */
  public String serverName() {
    return Names.METRICS_SERVICE + "." + namespace + ".svc";
  }

  public Service service() {
    return new ServiceBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(Names.METRICS_SERVICE)
        .withLabels(ours())
        .endMetadata()
        .withNewSpec()
        .addNewPort()
        .withName(PORT_NAME)
        .withPort(PORT)
        .withProtocol("TCP")
        .endPort()
        .endSpec()
        .build();
  }

  public EndpointSlice endpoints(String address, int port) {
    return new EndpointSliceBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(Names.METRICS_SERVICE)
        .withLabels(ours())
        .addToLabels("kubernetes.io/service-name", Names.METRICS_SERVICE)
        .addToLabels("endpointslice.kubernetes.io/managed-by", Names.MANAGER)
        .endMetadata()
        .withAddressType(address.contains(":") ? "IPv6" : "IPv4")
        .addNewEndpoint()
        .withAddresses(List.of(address))
        .withNewConditions()
        .withReady(true)
        .endConditions()
        .endEndpoint()
        .addNewPort()
        .withName(PORT_NAME)
        .withPort(port)
        .withProtocol("TCP")
        .endPort()
        .build();
  }

  /**
   * @param authorities in PEM, what the certificate is checked against
   */
  public APIService api(String authorities) {
    return new APIServiceBuilder()
        .withNewMetadata()
        .withName(Names.METRICS_API)
        .withLabels(ours())
        .endMetadata()
        .withNewSpec()
        .withGroup(Names.METRICS_GROUP)
        .withVersion(Names.METRICS_VERSION)
        .withGroupPriorityMinimum(PRIORITY)
        .withVersionPriority(PRIORITY)
        .withCaBundle(
            Base64.getEncoder().encodeToString(authorities.getBytes(StandardCharsets.US_ASCII)))
        .withNewService()
        .withNamespace(namespace)
        .withName(Names.METRICS_SERVICE)
        .withPort(PORT)
        .endService()
        .endSpec()
        .build();
  }

  private static Map<String, String> ours() {
    return Map.of(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE);
  }
}
