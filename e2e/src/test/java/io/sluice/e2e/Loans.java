package io.sluice.e2e;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/** One cluster borrows from another and sends pods there. */
final class Loans {
  private Loans() {}

  static void borrow(Installed consumer, Installed provider) {
    borrow(consumer, provider, "1");
  }

  static void borrow(Installed consumer, Installed provider, String cpus) {
    consumer.peering(provider).join();
    Map<String, Quantity> wanted =
        Map.of(
            "cpu", new Quantity(cpus), "memory", new Quantity("1Gi"), "pods", new Quantity("20"));
    consumer.borrowing().ask(provider.id, provider.id, wanted, true);
    consumer.kubectl("wait", "--for=create", "node/" + provider.id, "--timeout=60s");
    consumer.kubectl("wait", "--for=condition=Ready", "node/" + provider.id, "--timeout=60s");
  }

  static void extend(Installed consumer, String namespace, String provider) {
    Peered.apply(
        consumer.cluster,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: NamespaceOffloading
        metadata: {name: offloading, namespace: %s}
        spec:
          podOffloadingStrategy: Remote
          namespaceMappingStrategy: DefaultName
          clusterSelector:
            nodeSelectorTerms:
            - matchExpressions: [{key: liqo.io/remote-cluster-id, operator: In, values: [%s]}]
        """
            .formatted(namespace, provider));
    consumer.awaitExtended(namespace);
  }

  /** Kubelets that ask every second whether their provider is there. */
  static void noticeSoon(Installed consumer) {
    Peered.apply(
        consumer.cluster,
        """
        apiVersion: offloading.liqo.io/v1beta1
        kind: VkOptionsTemplate
        metadata: {name: virtual-kubelet-default, namespace: sluice}
        spec:
          createNode: true
          disableNetworkCheck: true
          metricsEnabled: false
          containerImage: none
          extraArgs: [--node-ping-interval=PT1S, --node-ping-timeout=PT2S, --node-ping-failures=2]
        """);
  }
}
