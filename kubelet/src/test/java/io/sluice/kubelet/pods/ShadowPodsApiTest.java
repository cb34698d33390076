package io.sluice.kubelet.pods;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.kubelet.border.Extension;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** ShadowPods on a real API server keep the contract. */
@NeedsClusters("away")
class ShadowPodsApiTest extends RemoteWorkloadContract {
  private Api api;
  private String twin;

  @BeforeEach
  void connect(Cluster away, TestNamespace namespace) {
    away.kubectl("apply", "--server-side", "--force-conflicts", "-f", "../deploy/crds")
        .outOrThrow();
    api = new Api(Endpoint.fromKubeconfig(away.kubeconfig(), null), "test");
    twin = namespace.name();
  }

  @AfterEach
  void leave() {
    api.close();
  }

  @Override
  RemoteWorkload open(BlockingQueue<String> changed) {
    return new ShadowPods(api, new Extension("home", twin), NODE, heard(changed));
  }

  @Override
  String twin() {
    return twin;
  }
}
