package io.sluice.manager.consumer.virtualnodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.ServingNames;
import io.sluice.engine.pki.SigningRequest;
import io.sluice.manager.border.Travel;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.Home;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.tenant.Subject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Serving certificates on a real API server: signed for a virtual node, for nobody else (T-24). */
@NeedsClusters("home")
class ServingApproverApiTest {
  private static final Kind<CertificateSigningRequest> REQUESTS =
      Kind.of(CertificateSigningRequest.class);
  private static final String TENANT = "liqo-tenant-serving";
  private static final String ACCOUNT = "system:serviceaccount:" + TENANT + ":vn-serving";

  @Test
  void signsWhatIsExactlyAVirtualNodesAndDeniesOrIgnoresTheRest(Cluster home, @TempDir Path folder)
      throws Exception {
    Home cluster = Home.of(home);
    home.kubectl("create", "namespace", TENANT);
    Path file =
        Files.writeString(
            folder.resolve("vn.yaml"),
            """
            apiVersion: offloading.liqo.io/v1beta1
            kind: VirtualNode
            metadata: {name: vn-serving, namespace: liqo-tenant-serving}
            spec: {clusterID: milan, createNode: false, resourceQuota: {hard: {cpu: "1"}}}
            """);
    cluster.kubectl("apply", "-f", file.toString());
    ConsumerFeeds feeds = new ConsumerFeeds(cluster.api());
    ServingApprover approver = new ServingApprover(cluster.api(), feeds, () -> Set.of("10.9.8.7"));
    try (Api kubelet = as(home, ACCOUNT);
        Api stranger = as(home, "system:serviceaccount:default:somebody")) {
      feeds.start();
      approver.start();
      Ref right = ask(kubelet, "vn-serving", "10.9.8.7");
      Ref otherAddress = ask(kubelet, "vn-serving", "10.0.0.1");
      Ref otherNode = ask(kubelet, "worker-1", "10.9.8.7");
      Ref others = ask(stranger, "vn-serving", "10.9.8.7");
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> {
                assertThat(get(cluster, right).getStatus().getCertificate()).isNotEmpty();
                assertThat(conditions(cluster, otherAddress)).containsExactly("Denied");
                assertThat(conditions(cluster, otherNode)).containsExactly("Denied");
              });
      assertThat(conditions(cluster, others)).isEmpty();

      cluster.kubectl("delete", "virtualnode", "vn-serving", "-n", TENANT);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  Stream.of(right, otherAddress, otherNode)
                      .allMatch(ref -> cluster.api().find(REQUESTS, ref).isEmpty()));
      assertThat(conditions(cluster, others)).isEmpty();
    } finally {
      approver.close();
      feeds.close();
      home.kubectl("delete", "virtualnode", "vn-serving", "-n", TENANT, "--wait=false");
      home.kubectl("delete", "namespace", TENANT, "--wait=false");
      cluster.close();
    }
  }

  private static Api as(Cluster home, String user) {
    return new Api(Endpoint.fromKubeconfig(home.kubeconfig(user, "system:masters"), null), "test");
  }

  private static Ref ask(Api api, String node, String address) {
    String pem =
        SigningRequest.create(
            Keys.generate(),
            Subject.of("system:node:" + node, "system:nodes"),
            new ServingNames(List.of(node), List.of(address)));
    return Ref.of(
        api.create(
            REQUESTS,
            new CertificateSigningRequestBuilder()
                .withNewMetadata()
                .withGenerateName("serving-")
                .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
                .endMetadata()
                .withNewSpec()
                .withRequest(Travel.pack(pem))
                .withSignerName(Names.SIGNER_SERVING)
                .withExpirationSeconds(86_400)
                .withUsages("digital signature", "server auth")
                .endSpec()
                .build()));
  }

  private static CertificateSigningRequest get(Home home, Ref ref) {
    return home.api().get(REQUESTS, ref);
  }

  private static List<String> conditions(Home home, Ref ref) {
    return get(home, ref).getStatus().getConditions().stream()
        .map(condition -> condition.getType())
        .toList();
  }
}
