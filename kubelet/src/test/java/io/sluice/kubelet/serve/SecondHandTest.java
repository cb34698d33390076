package io.sluice.kubelet.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** App. B: what a user may read of a provider where nothing of Sluice runs. */
class SecondHandTest implements NodePods {
  private static final String LIST =
      """
      {"kind": "PodMetricsList", "items": [
        {"metadata": {"name": "web-x7k2p"}, "timestamp": "2026-01-01T10:00:00Z", "window": "10s",
         "containers": [{"name": "c", "usage": {"cpu": "500000000n", "memory": "1024Ki"}}]},
        {"metadata": {"name": "strange"}, "timestamp": "2026-01-01T10:00:00Z", "window": "10s",
         "containers": [{"name": "c", "usage": {"cpu": "1", "memory": "1Gi"}}]}]}
      """;

  private HttpServer provider;
  private Api remote;
  private Figures figures;

  @BeforeEach
  void serve() throws Exception {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.start();
    URI server = URI.create("http://127.0.0.1:" + provider.getAddress().getPort());
    remote = new Api(new Endpoint(server, SSLContext.getDefault(), () -> null), "test");
    figures = Figures.ofMetricsServer(remote);
  }

  @AfterEach
  void stop() {
    remote.close();
    provider.stop(0);
  }

  @Test
  void podsAreShownUnderTheirLocalNamesAndNobodyElses() {
    answer("/apis/metrics.k8s.io/v1beta1/namespaces/lent/pods", LIST);

    assertThat(figures.page("metrics/resource", this).orElseThrow().lines())
        .filteredOn(line -> !line.startsWith("#"))
        .containsExactlyInAnyOrder(
            "container_cpu_usage_seconds_total{container=\"c\",namespace=\"shop\",pod=\"web\"}"
                + " 5 1767261600000",
            "container_memory_working_set_bytes{container=\"c\",namespace=\"shop\",pod=\"web\"}"
                + " 1048576 1767261600000");
  }

  @Test
  void whatOnlyKubeletsKnowIsNotMadeUp() {
    assertThat(figures.page("stats/summary", this)).isEmpty();
    assertThat(figures.page("metrics/cadvisor", this)).isEmpty();
  }

  @Test
  void aProviderWithoutAMetricsServerShowsNothing() {
    assertThatThrownBy(() -> figures.page("metrics/resource", this))
        .isInstanceOfSatisfying(
            ApiFailure.class, failure -> assertThat(failure.is(Problem.NOT_FOUND)).isTrue());
  }

  private void answer(String path, String body) {
    provider.createContext(
        path,
        exchange -> {
          try (exchange) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
          } catch (IOException _) {
            // nobody listens any more
          }
        });
  }

  @Override
  public List<Pod> all() {
    return List.of(pod("shop", "web"), pod("shop", "pending"));
  }

  @Override
  public Optional<Hosted> find(Ref local) {
    return Optional.of(
        new Hosted(
            pod(local.namespace(), local.name()),
            "lent",
            null,
            local.name().equals("web") ? pod("lent", "web-x7k2p") : null));
  }

  private static Pod pod(String namespace, String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withUid("uid-" + name)
        .endMetadata()
        .build();
  }
}
