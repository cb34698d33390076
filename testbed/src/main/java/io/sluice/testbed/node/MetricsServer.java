package io.sluice.testbed.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.sluice.testbed.build.Program;
import io.sluice.testbed.build.Programs;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.plane.Api;
import io.sluice.testbed.plane.ControlPlane;
import java.nio.file.Path;
import java.util.List;

/** metrics-server as a process beside a real node: what `kubectl top` and autoscalers read. */
public final class MetricsServer {
  private static final int PORT = 10270;
  private static final String SERVICES = "/api/v1/namespaces/kube-system/services";
  private static final String SLICES =
      "/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices";
  private static final String APIS = "/apis/apiregistration.k8s.io/v1/apiservices";
  private static final String NODES = "/apis/metrics.k8s.io/v1beta1/nodes";

  private final ControlPlane plane;
  private final Programs programs;

  public MetricsServer(ControlPlane plane, Programs programs) {
    this.plane = plane;
    this.programs = programs;
  }

  /** Returns when the API server shows its API; its first numbers come some 20 s later. */
  public void start() {
    ClusterFolder folder = plane.setting().folder();
    Path kubeconfig =
        plane
            .files()
            .kubeconfig(
                "metrics-server", List.of("system:masters"), folder.kubeconfig("metrics-server"));
    plane.launch(
        Component.METRICS_SERVER,
        List.of(
            programs.path(Program.METRICS_SERVER).toString(),
            "--kubeconfig=" + kubeconfig,
            "--authentication-kubeconfig=" + kubeconfig,
            "--authorization-kubeconfig=" + kubeconfig,
            "--secure-port=" + PORT,
            "--cert-dir=" + folder.node().resolve("metrics-server"),
            "--kubelet-insecure-tls",
            // Virtual nodes have a port of their own.
            "--kubelet-use-node-status-port",
            "--kubelet-preferred-address-types=InternalIP",
            "--metric-resolution=10s",
            "--kubelet-request-timeout=8s"));
    create(
        SERVICES,
        """
        {"metadata": {"name": "metrics-server"},
         "spec": {"ports": [{"name": "https", "port": 443, "protocol": "TCP"}]}}
        """);
    create(
        SLICES,
        """
        {"metadata": {"name": "metrics-server",
                      "labels": {"kubernetes.io/service-name": "metrics-server"}},
         "addressType": "IPv4",
         "endpoints": [{"addresses": ["%s"], "conditions": {"ready": true}}],
         "ports": [{"name": "https", "port": %d, "protocol": "TCP"}]}
        """
            .formatted(plane.setting().slot().nodeAddress(), PORT));
    create(
        APIS,
        """
        {"metadata": {"name": "v1beta1.metrics.k8s.io"},
         "spec": {"group": "metrics.k8s.io", "version": "v1beta1", "insecureSkipTLSVerify": true,
                  "groupPriorityMinimum": 100, "versionPriority": 100,
                  "service": {"namespace": "kube-system", "name": "metrics-server"}}}
        """);
    plane.await("no answer", Component.METRICS_SERVER, () -> plane.api().get(NODES).ok());
  }

  private void create(String path, String json) {
    try {
      Api.Answer answer = plane.api().create(path, Api.JSON.readTree(json));
      if (!answer.ok()) {
        throw new BedException(path + " was answered " + answer.code() + " " + answer.body());
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
