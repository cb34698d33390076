package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Scope;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.pki.TrustingAll;
import java.io.IOException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;

/**
 * T-39: when the Node says where the kubelet is, it is there already, with a certificate for that
 * address.
 */
@NeedsClusters({"home", "away"})
class AddressChangeE2ETest {
  @Test
  void theNodeNamesAnAddressOnlyWhenItIsServedWithACertificateForIt(
      Cluster home, Cluster away, TestNamespace namespace) {
    List<String> found = new CopyOnWriteArrayList<>();
    try (Peered peered = Peered.start(home, away, namespace.name());
        Api api = new Api(Endpoint.fromKubeconfig(home.kubeconfig(), null), "test");
        Feed<Node> _ =
            new Feed<>(
                    api,
                    Kind.of(Node.class),
                    Scope.fields("metadata.name=" + Peered.NODE),
                    (_, node) -> found.add(node == null ? "no node" : served(node)))
                .start()) {
      for (String address : List.of("127.0.0.2", "127.0.0.3")) {
        peered.stopKubelet();
        peered.startKubelet(address);
        await().atMost(Peered.PATIENCE).until(() -> found.contains(address + " is served"));
        assertThat(found.stream().filter(each -> each.startsWith(address)).findFirst())
            .as("the first news of the address")
            .hasValue(address + " is served");
      }
      assertThat(found)
          .containsSubsequence("127.0.0.2 is served", "127.0.0.3 is served")
          .allMatch(each -> each.matches("127\\.0\\.0\\.[123] is (served|no more)"));
    }
  }

  /** Looked at in the moment of the news. */
  private static String served(Node node) {
    String address =
        node.getStatus().getAddresses().stream()
            .filter(each -> each.getType().equals("InternalIP"))
            .map(NodeAddress::getAddress)
            .findFirst()
            .orElse("nowhere");
    int port = node.getStatus().getDaemonEndpoints().getKubeletEndpoint().getPort();
    try (SSLSocket socket = (SSLSocket) context().getSocketFactory().createSocket(address, port)) {
      socket.startHandshake();
      X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      boolean named =
          shown.getSubjectAlternativeNames().stream().anyMatch(name -> name.contains(address));
      return address + (named ? " is served" : " has a certificate for another");
    } catch (IOException gone) {
      // News of the time before may be read while that kubelet ends, or after.
      return address + " is no more";
    } catch (Exception e) {
      return address + ": " + e;
    }
  }

  private static SSLContext context() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustingAll()}, new SecureRandom());
    return context;
  }
}
