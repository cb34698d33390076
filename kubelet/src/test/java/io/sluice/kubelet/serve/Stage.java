package io.sluice.kubelet.serve;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Ref;
import io.sluice.kubelet.KubeletOptions;
import io.sluice.kubelet.node.Timing;
import io.sluice.testbed.pki.Authority;
import io.sluice.testbed.pki.Identity;
import io.sluice.testbed.pki.TrustingAll;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A kubelet's port between a fake home and a fake provider; all of it on loopback. */
final class Stage implements AutoCloseable, NodePods {
  final FakeHome home = new FakeHome();
  final FakeProvider provider;
  final Map<String, Hosted> pods = new ConcurrentHashMap<>();
  final int port;
  private final Authority authority = Authority.create("ca");
  private final Path folder;
  private final Path authorities;
  private final KubeletPort served;

  Stage() throws Exception {
    Identity away = authority.issue("away", List.of(), List.of(Authority.ip("127.0.0.1")));
    this.provider = new FakeProvider(client(away));
    for (String pod : List.of("echo", "refuse", "lies", "hangs-up", "floods", "dies", "leaves")) {
      add(pod);
    }
    addUnstarted();
    this.folder = Files.createTempDirectory("port");
    this.authorities = authority.identity().write(folder, "ca").certificate();
    Serving serving = new Serving("127.0.0.1", 0, Serving.CertificateType.SELF_SIGNED, authorities);
    Listener listener = Listener.open(serving);
    this.port = listener.port();
    this.served =
        new KubeletPort(
            new Api(
                new Endpoint(URI.create(home.url()), trusting(authorities), () -> null), "test"),
            provider(
                new Api(
                    new Endpoint(
                        URI.create("https://127.0.0.1:" + provider.port()),
                        trusting(authorities),
                        () -> "inner-token"),
                    "test")),
            options().at(serving),
            listener,
            this);
    served.start();
  }

  static KubeletPort.Provider provider(Api api) {
    return new KubeletPort.Provider(api, Figures.ofManager(api, "home"));
  }

  static KubeletOptions options() {
    return new KubeletOptions(
        "vn",
        new KubeletOptions.Peer("home", "away", "liqo-tenant-away"),
        KubeletOptions.Appearance.at("127.0.0.1"),
        Timing.DEFAULT,
        Duration.ofSeconds(40));
  }

  private void add(String name) {
    Pod pod = pod(name);
    pods.put(name, new Hosted(pod, "ns-twin", null, pod));
  }

  /** Pods of this node of which the provider has nothing. */
  private void addUnstarted() {
    pods.put("not-started", new Hosted(pod("not-started"), "ns-twin", null, null));
    pods.put("not-extended", new Hosted(pod("not-extended"), null, null, null));
  }

  static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid("uid-" + name)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .endContainer()
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .endStatus()
        .build();
  }

  @Override
  public List<Pod> all() {
    return pods.values().stream().map(Hosted::local).toList();
  }

  @Override
  public Optional<Hosted> find(Ref local) {
    return local.namespace().equals("ns")
        ? Optional.ofNullable(pods.get(local.name()))
        : Optional.empty();
  }

  /** Somebody with a client certificate of the right authority. */
  SSLContext certified(String user) throws Exception {
    return client(authority.issue(user, List.of("group"), List.of()));
  }

  /** Somebody with a client certificate of another authority of the same name. */
  SSLContext forged(String user) throws Exception {
    return client(Authority.create("ca").issue(user, List.of("group"), List.of()));
  }

  SSLContext anonymous() throws Exception {
    return client(null);
  }

  RawClient apiServer() throws Exception {
    return RawClient.connect(certified("api-server"), port);
  }

  private static SSLContext client(@Nullable Identity identity) throws Exception {
    return context(identity, new TrustingAll());
  }

  /** The file with the authority that everybody here has a certificate of. */
  Path authorities() {
    return authorities;
  }

  /** Of the kubelet towards its provider: only the right authority counts. */
  static SSLContext trusting(Path authority) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(authority)) {
      trusted.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    return context(null, trust.getTrustManagers()[0]);
  }

  private static SSLContext context(@Nullable Identity identity, TrustManager trust)
      throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(identity == null ? null : keys(identity), new TrustManager[] {trust}, null);
    return context;
  }

  private static KeyManager[] keys(Identity identity) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "me", identity.key(), new char[0], new X509Certificate[] {identity.certificate()});
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(store, new char[0]);
    return factory.getKeyManagers();
  }

  @Override
  public void close() throws java.io.IOException {
    served.close();
    provider.close();
    home.close();
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
