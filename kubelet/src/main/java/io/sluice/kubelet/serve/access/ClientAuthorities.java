package io.sluice.kubelet.serve.access;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.ClientCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.TrustAnchor;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The authorities whose client certificates count: those that the cluster publishes for servers
 * behind its API server, followed as they change, or a file where the API server's client
 * certificate for kubelets comes from somewhere else (T-37). None known: no certificate counts.
 */
public final class ClientAuthorities implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientAuthorities.class);
  private static final Ref PUBLISHED = new Ref("kube-system", "extension-apiserver-authentication");
  private static final String KEY = "client-ca-file";

  private final @Nullable Path file;
  private final @Nullable Feed<ConfigMap> published;
  private volatile Set<TrustAnchor> anchors = Set.of();
  private volatile String read = "";

  private ClientAuthorities(@Nullable Path file, @Nullable Api home) {
    this.file = file;
    this.published =
        home == null
            ? null
            : new Feed<>(
                home,
                Kind.of(ConfigMap.class),
                new Scope(PUBLISHED.namespace(), null, "metadata.name=" + PUBLISHED.name()),
                (_, map) -> use(map == null ? "" : map.getData().getOrDefault(KEY, "")));
  }

  public static ClientAuthorities published(Api home) {
    return new ClientAuthorities(null, home);
  }

  public static ClientAuthorities inFile(Path file) {
    return new ClientAuthorities(file, null);
  }

  /** Waits for a first answer, though not for ever: tokens count without it. */
  public void start() {
    Feed<ConfigMap> feed = published;
    if (feed == null) {
      return;
    }
    feed.start();
    try {
      if (!feed.awaitSynced(Duration.ofSeconds(10))) {
        LOG.warn("the cluster's client authorities are not known yet");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Set<TrustAnchor> anchors() {
    Path path = file;
    if (path != null) {
      try {
        use(Files.readString(path));
      } catch (IOException e) {
        LOG.atWarn().addKeyValue("file", path).log("client authorities cannot be read");
      }
    }
    return anchors;
  }

  private synchronized void use(String pem) {
    if (pem.equals(read)) {
      return;
    }
    try {
      anchors = ClientCertificates.authorities(pem);
      read = pem;
      LOG.atInfo().addKeyValue("certificates", anchors.size()).log("client authorities changed");
    } catch (GeneralSecurityException e) {
      LOG.warn("client authorities do not parse; the former ones stay");
    }
  }

  @Override
  public void close() {
    Feed<ConfigMap> feed = published;
    if (feed != null) {
      feed.close();
    }
  }
}
