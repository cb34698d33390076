package io.sluice.bench.stack;

import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.pki.ClientKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.core.parsetools.RecordParser;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.X509KeyManager;

/** The same duty on an event loop: paged list, then a watch read line by line. */
final class VertxClient implements Client {
  /** With Vert.x' default of 1, requests beyond 100 streams wait for ever, without an error. */
  private static final int CONNECTIONS = Integer.getInteger("bench.vertx.connections", 16);

  private final HttpClient http;
  private final URI server;
  private final Map<String, HasMetadata> objects = new ConcurrentHashMap<>();
  private final Phaser lists = new Phaser(1);
  private final AtomicInteger watches = new AtomicInteger();

  VertxClient(Vertx vertx, Path kubeconfig) throws GeneralSecurityException, IOException {
    Config config = Config.fromKubeconfig(null, kubeconfig.toFile());
    String certificate = pem(config.getClientCertData());
    String key = pem(config.getClientKeyData());
    this.server = URI.create(config.getMasterUrl());
    this.http =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setSsl(true)
                .setUseAlpn(true)
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2MaxPoolSize(CONNECTIONS)
                .setKeyCertOptions(
                    KeyCertOptions.wrap((X509KeyManager) ClientKey.managers(certificate, key)[0]))
                .setTrustOptions(TrustOptions.wrap(SSLUtils.trustManagers(config)[0]))
                .setDefaultHost(server.getHost())
                .setDefaultPort(server.getPort()));
  }

  private static String pem(String base64) {
    return new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.US_ASCII);
  }

  @Override
  public void follow(What what, String namespace) {
    String path =
        (namespace.isEmpty() ? "/api/v1/" : "/api/v1/namespaces/" + namespace + "/")
            + switch (what) {
              case PODS -> "pods";
              case CONFIG_MAPS -> "configmaps";
            };
    lists.register();
    page(what, path, "");
  }

  private void page(What what, String path, String next) {
    String query = "?limit=500" + (next.isEmpty() ? "" : "&continue=" + next);
    get(path + query)
        .compose(HttpClientResponse::body)
        .onSuccess(
            body -> {
              KubernetesResourceList<? extends HasMetadata> list = read(what, body);
              list.getItems().forEach(this::put);
              String more = list.getMetadata().getContinue();
              if (more != null && !more.isEmpty()) {
                page(what, path, more);
              } else {
                lists.arriveAndDeregister();
                watch(path, list.getMetadata().getResourceVersion());
              }
            })
        .onFailure(e -> System.err.println("list " + path + ": " + e));
  }

  private void watch(String path, String version) {
    get(path + "?watch=true&allowWatchBookmarks=true&resourceVersion=" + version)
        .onSuccess(
            response -> {
              watches.incrementAndGet();
              response.handler(
                  RecordParser.newDelimited(
                      "\n",
                      line -> {
                        WatchEvent event = Json.read(line.getBytes(), WatchEvent.class);
                        if (event.getObject() instanceof HasMetadata object) {
                          put(object);
                        }
                      }));
              response.endHandler(_ -> watches.decrementAndGet());
            })
        .onFailure(e -> System.err.println("watch " + path + ": " + e));
  }

  private Future<HttpClientResponse> get(String path) {
    return http.request(HttpMethod.GET, path)
        .compose(request -> request.putHeader("Accept", "application/json").send());
  }

  private static KubernetesResourceList<? extends HasMetadata> read(What what, Buffer body) {
    return switch (what) {
      case PODS -> Json.read(body.getBytes(), PodList.class);
      case CONFIG_MAPS -> Json.read(body.getBytes(), ConfigMapList.class);
    };
  }

  private void put(HasMetadata object) {
    object.getMetadata().setManagedFields(null);
    objects.put(object.getClass().getSimpleName() + Ref.of(object), object);
  }

  @Override
  public boolean awaitSynced(Duration timeout) throws InterruptedException {
    int phase = lists.arrive();
    try {
      lists.awaitAdvanceInterruptibly(phase, timeout.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException _) {
      return false;
    }
  }

  @Override
  public int size() {
    return objects.size();
  }

  @Override
  public int watching() {
    return watches.get();
  }

  @Override
  public void close() {
    http.close();
  }
}
