package io.sluice.e2e;

import static io.sluice.e2e.Installed.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.CommandResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Milan, which borrows from others; all of them have real nodes, whose pods resolve names. */
final class Abroad implements AutoCloseable {
  private static final Map<String, Quantity> WANTED =
      Map.of("cpu", new Quantity("1"), "memory", new Quantity("1Gi"), "pods", new Quantity("20"));

  final Installed milan;
  private final List<Installed> providers;

  /**
   * @param names of the providers by cluster
   */
  Abroad(Cluster home, Map<Cluster, String> names, Path folder) {
    this.milan = new Installed(home, "milan", folder.resolve("milan"));
    this.providers =
        names.entrySet().stream()
            .map(it -> new Installed(it.getKey(), it.getValue(), folder.resolve(it.getValue())))
            .toList();
    home.serveNames();
    names.keySet().forEach(Cluster::serveNames);
    options();
    providers.forEach(provider -> milan.peering(provider).join());
    providers.forEach(provider -> milan.borrowing().ask(provider.id, provider.id, WANTED, true));
    providers.forEach(
        provider -> milan.kubectl("wait", "--for=create", "node/" + provider.id, "--timeout=60s"));
    milan.kubectl("wait", "--for=condition=Ready", "node", "--all", "--timeout=60s");
  }

  /** Offloaded pods reach the home API server where everybody else does. */
  private void options() {
    Peered.apply(
        milan.cluster,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: VkOptionsTemplate
        metadata: {name: virtual-kubelet-default, namespace: sluice}
        spec:
          createNode: true
          disableNetworkCheck: false
          metricsEnabled: false
          containerImage: none
          extraArgs:
          - --node-ip=%2$s
          - --listen-port=0
          - --enable-apiserver-support=true
          - --home-api-server-host=%1$s
          - --home-api-server-port=6443
        """
            .formatted(milan.cluster.nodeAddress(), milan.cluster.machineAddress()));
  }

  Installed provider(String id) {
    return providers.stream().filter(it -> it.id.equals(id)).findFirst().orElseThrow();
  }

  /** Extends a namespace, which is made where there is none. */
  void extend(String namespace, String strategy) {
    Peered.apply(
        milan.cluster,
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: %1$s}
        ---
        apiVersion: offloading.liqo.io/v1beta1
        kind: NamespaceOffloading
        metadata: {name: offloading, namespace: %1$s}
        spec: {podOffloadingStrategy: LocalAndRemote, namespaceMappingStrategy: %2$s}
        """
            .formatted(namespace, strategy));
    milan.awaitExtended(namespace);
  }

  void withdraw(String namespace) {
    milan.kubectl("delete", "namespaceoffloading", "offloading", "-n", namespace, "--timeout=90s");
  }

  void awaitReady(String namespace, String pod) {
    milan.kubectl("wait", "--for=create", "pod/" + pod, "-n", namespace, "--timeout=60s");
    milan.kubectl("wait", "--for=condition=Ready", "pod/" + pod, "-n", namespace, "--timeout=60s");
  }

  /** What a command says in a pod, wherever that runs; it may take a while to say so. */
  void awaitSays(String wanted, String namespace, String pod, String... command) {
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(says(namespace, pod, command)).isEqualTo(wanted));
  }

  String says(String namespace, String pod, String... command) {
    String[] whole = new String[command.length + 5];
    whole[0] = "exec";
    whole[1] = pod;
    whole[2] = "-n";
    whole[3] = namespace;
    whole[4] = "--";
    System.arraycopy(command, 0, whole, 5, command.length);
    CommandResult said = milan.cluster.kubectl(whole);
    return said.ok() ? said.out().strip() : said.out().strip() + " ! " + said.err().strip();
  }

  @Override
  public void close() {
    providers.forEach(provider -> milan.peering(provider).part());
    providers.forEach(Installed::close);
    milan.close();
  }
}
