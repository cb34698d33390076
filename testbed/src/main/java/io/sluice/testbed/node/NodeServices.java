package io.sluice.testbed.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.sluice.testbed.build.Program;
import io.sluice.testbed.build.Programs;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.image.Images;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.plane.Api;
import io.sluice.testbed.plane.ControlPlane;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What clusters have beside their control plane and few tests need: names and volumes. Both run as
 * processes in the namespaces of the cluster and are started by the first who asks.
 */
public final class NodeServices {
  /** Volumes of this class are folders of the node that are gone with the cluster. */
  public static final String STORAGE_CLASS = "local-path";

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final String SYSTEM = "kube-system";
  private static final int DNS_PORT = 53;
  private static final int READY_PORT = 8181;
  private static final int CONNECT_MILLIS = 500;
  // Below one of the folders that each cluster has for itself.
  private static final String VOLUMES = "/var/lib/volumes";

  private final Programs programs;
  private final ControlPlane plane;
  private final ClusterFolder folder;
  private final Slot slot;

  public NodeServices(Programs programs, ControlPlane plane) {
    this.programs = programs;
    this.plane = plane;
    this.folder = plane.setting().folder();
    this.slot = plane.setting().slot();
    if (!plane.setting().ownNetwork()) {
      throw new BedException(folder.name() + " has no real node");
    }
  }

  /** CoreDNS behind the Service whose address the kubelet gives to every pod. */
  public void serveNames() {
    if (plane.runs(Component.DNS)) {
      return;
    }
    Path kubeconfig = administrator("coredns");
    Path settings =
        write(
            "Corefile",
            """
            .:%2$d {
                errors
                ready %1$s:%3$d
                kubernetes cluster.local in-addr.arpa {
                    kubeconfig %4$s
                    ttl 0
                }
            }
            """
                .formatted(slot.nodeAddress(), DNS_PORT, READY_PORT, kubeconfig));
    create("/api/v1/namespaces/" + SYSTEM + "/services", dnsService());
    create("/apis/discovery.k8s.io/v1/namespaces/" + SYSTEM + "/endpointslices", dnsEndpoints());
    plane.launch(
        Component.DNS,
        List.of(programs.path(Program.COREDNS).toString(), "-conf", settings.toString()));
    // The port of "ready" answers as soon as CoreDNS serves; it starts only with a synced cache.
    plane.await("no answer", Component.DNS, () -> listens(READY_PORT));
  }

  private String dnsService() {
    return """
    apiVersion: v1
    kind: Service
    metadata: {name: kube-dns}
    spec:
      clusterIP: %s
      ports:
      - {name: dns, port: 53, protocol: UDP}
      - {name: dns-tcp, port: 53, protocol: TCP}
    """
        .formatted(slot.serviceAddress(10));
  }

  private String dnsEndpoints() {
    return """
    apiVersion: discovery.k8s.io/v1
    kind: EndpointSlice
    metadata: {name: kube-dns, labels: {kubernetes.io/service-name: kube-dns}}
    addressType: IPv4
    ports:
    - {name: dns, port: %2$d, protocol: UDP}
    - {name: dns-tcp, port: %2$d, protocol: TCP}
    endpoints: [{addresses: ["%1$s"]}]
    """
        .formatted(slot.nodeAddress(), DNS_PORT);
  }

  /** A provisioner that makes a folder on the node for each claim, by a pod of its own. */
  public void serveVolumes() {
    if (plane.runs(Component.PROVISIONER)) {
      return;
    }
    create("/api/v1/namespaces/" + SYSTEM + "/configmaps", volumeScripts());
    create("/apis/storage.k8s.io/v1/storageclasses", storageClass());
    plane.launch(
        Component.PROVISIONER,
        List.of(
            programs.path(Program.LOCAL_PATH).toString(),
            "start",
            "--kubeconfig=" + administrator("provisioner"),
            "--namespace=" + SYSTEM,
            "--service-account-name=default",
            "--helper-image=" + Images.BUSYBOX,
            "--helper-pod-file=" + write("helper-pod.yaml", helperPod()),
            "--config="
                + write(
                    "volumes.json",
                    """
                    {"nodePathMap": [{"node": "DEFAULT_PATH_FOR_NON_LISTED_NODES",
                                      "paths": ["%s"]}]}
                    """
                        .formatted(VOLUMES))));
  }

  private static String storageClass() {
    return """
    apiVersion: storage.k8s.io/v1
    kind: StorageClass
    metadata:
      name: %s
      annotations: {storageclass.kubernetes.io/is-default-class: "true"}
    provisioner: rancher.io/local-path
    volumeBindingMode: WaitForFirstConsumer
    reclaimPolicy: Delete
    """
        .formatted(STORAGE_CLASS);
  }

  private static String volumeScripts() {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: local-path-config}
    data:
      setup: mkdir -m 0777 -p "$VOL_DIR"
      teardown: rm -rf "$VOL_DIR"
    """;
  }

  private static String helperPod() {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: helper-pod}
    spec:
      terminationGracePeriodSeconds: 0
      containers:
      - {name: helper-pod, image: "%s", imagePullPolicy: IfNotPresent}
    """
        .formatted(Images.BUSYBOX);
  }

  private Path administrator(String user) {
    return plane.files().kubeconfig(user, List.of("system:masters"), folder.kubeconfig(user));
  }

  private boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(slot.nodeAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void create(String path, String yaml) {
    try {
      Api.Answer answer = plane.api().create(path, YAML.readTree(yaml));
      if (!answer.ok()) {
        throw new BedException(
            "can't create at " + path + ": " + answer.body().path("message").asText("no answer"));
      }
    } catch (JsonProcessingException e) {
      throw new BedException("not YAML: " + yaml, e);
    }
  }

  private Path write(String name, String text) {
    try {
      return Files.writeString(folder.node().resolve(name), text);
    } catch (IOException e) {
      throw new BedException("can't write " + folder.node().resolve(name), e);
    }
  }
}
