package io.sluice.manager.provider.metrics;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.ClientCertificates;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The API server in front of this one says who asks, and only it is believed: whoever connects must
 * show the certificate that the cluster publishes for that. It has also checked the asker's rights.
 */
final class FrontProxy implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FrontProxy.class);
  private static final Ref PUBLISHED = new Ref("kube-system", Names.API_SERVER_AUTHENTICATION);

  private final Feed<ConfigMap> published;
  private final Clock clock;
  private volatile Trust trust = new Trust(Set.of(), List.of(), List.of());

  /**
   * @param names that the certificate may be for; empty for any
   * @param headers that say the groups of the asker
   */
  private record Trust(Set<TrustAnchor> anchors, List<String> names, List<String> headers) {}

  FrontProxy(Api api, Clock clock) {
    this.clock = clock;
    this.published =
        new Feed<>(
            api,
            Kind.of(ConfigMap.class),
            new Scope(PUBLISHED.namespace(), null, "metadata.name=" + PUBLISHED.name()),
            (_, map) -> use(map == null ? Map.of() : map.getData()));
  }

  void start() {
    published.start();
  }

  private void use(Map<String, String> data) {
    try {
      trust =
          new Trust(
              ClientCertificates.authorities(data.getOrDefault("requestheader-client-ca-file", "")),
              words(data, "requestheader-allowed-names"),
              words(data, "requestheader-group-headers"));
    } catch (CertificateException | RuntimeException e) {
      LOG.warn("the API server's certificate authority does not parse; the former one stays");
    }
  }

  private static List<String> words(Map<String, String> data, String key) {
    byte[] text = data.getOrDefault(key, "[]").getBytes(StandardCharsets.UTF_8);
    return Arrays.asList(Json.read(text, String[].class));
  }

  /**
   * The groups of whoever asks; nothing when it is not the API server that says so.
   *
   * @param header all values of a header
   */
  Optional<Set<String>> groups(List<X509Certificate> chain, Function<String, List<String>> header) {
    Trust now = trust;
    return ClientCertificates.subject(chain, now.anchors(), clock.instant())
        .filter(
            subject ->
                now.names().isEmpty()
                    || subject.commonNames().stream().anyMatch(now.names()::contains))
        .map(
            _ -> {
              Set<String> groups = new HashSet<>();
              now.headers().forEach(name -> groups.addAll(header.apply(name)));
              return groups;
            });
  }

  @Override
  public void close() {
    published.close();
  }
}
